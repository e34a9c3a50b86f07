package dev.waybill.server.provider.email;

import dev.waybill.server.outbound.TargetGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Makes one connection to a mail server, encrypted from the first byte where it is to be, and can end it from outside.
public final class Passage extends SocketFactory implements AutoCloseable {
    private final MailServer server;
    private final TargetGuard guard;
    private final SSLSocketFactory tls;
    private final int timeout;
    private volatile boolean closed;
    private volatile @Nullable Socket socket;

    Passage(MailServer server, TargetGuard guard, SSLSocketFactory tls, int timeout) {
        this.server = server;
        this.guard = guard;
        this.tls = tls;
        this.timeout = timeout;
    }

    MailServer server() {
        return server;
    }

    SSLSocketFactory tls() {
        return tls;
    }

    /// A socket that goes to this server, wherever it is told to.
    @Override
    public Socket createSocket() {
        return new PassageSocket(this);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
            throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
            throws IOException {
        return connected();
    }

    Socket connected() throws IOException {
        Socket plain = reach(guard.vet(address()));
        if (server.security() != Security.TLS) {
            return plain;
        }
        try {
            return secured(plain);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private URI address() throws IOException {
        try {
            URI address = new URI("smtp", null, server.host(), server.port(), null, null, null);
            if (address.getHost() == null) {
                throw new IOException(server.host() + " is no name of a host");
            }
            return address;
        } catch (URISyntaxException _) {
            throw new IOException(server.host() + " is no name of a host");
        }
    }

    private Socket reach(List<InetAddress> addresses) throws IOException {
        IOException failure = new IOException("the host has no address");
        for (InetAddress address : addresses) {
            Socket attempt = new Socket();
            socket = attempt;
            try {
                if (closed) {
                    throw new IOException("given up");
                }
                attempt.connect(new InetSocketAddress(address, server.port()), timeout);
                attempt.setSoTimeout(timeout);
                return attempt;
            } catch (IOException e) {
                attempt.close();
                failure = e;
            }
        }
        throw failure;
    }

    private Socket secured(Socket plain) throws IOException {
        SSLSocket secured = (SSLSocket) tls.createSocket(plain, server.host(), server.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    /// How long an answer is waited for from now on.
    public void patience(Duration patience) throws IOException {
        Socket open = socket;
        if (open != null) {
            open.setSoTimeout((int) patience.toMillis());
        }
    }

    /// Ends the connection, whoever is using it; harmless when it is over.
    @Override
    public void close() {
        closed = true;
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                // it is given up anyway
            }
        }
    }
}
