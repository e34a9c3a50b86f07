package dev.waybill.server.outbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// One request over one connection, to an address that was vetted and is not looked up again. The JDK's own client looks
/// names up by itself, which is why this one is here; of HTTP it speaks what webhooks and the APIs of providers need.
final class Exchange implements Callable<HttpAnswer> {
    private static final SSLSocketFactory TLS = (SSLSocketFactory) SSLSocketFactory.getDefault();

    private static final byte[] NOTHING = {};

    private final TargetGuard guard;
    private final HttpCall call;
    private final Duration timeout;
    private final int maxBody;
    private volatile boolean aborted;
    private volatile boolean begun;
    private volatile @Nullable Socket socket;

    /// Of the answer's body no more than `maxBody` is read.
    Exchange(TargetGuard guard, HttpCall call, Duration timeout, int maxBody) {
        this.guard = guard;
        this.call = call;
        this.timeout = timeout;
        this.maxBody = maxBody;
    }

    @Override
    public HttpAnswer call() throws IOException {
        List<InetAddress> addresses = guard.vet(call.target());
        try (Socket plain = connect(addresses);
                Socket talking = secured(plain)) {
            OutputStream out = talking.getOutputStream();
            byte[] body = call.body() == null ? NOTHING : call.body().getBytes(UTF_8);
            begun = true;
            out.write(head(body.length));
            out.write(body);
            out.flush();
            return new AnswerReader(new BufferedInputStream(talking.getInputStream()), maxBody)
                    .read();
        }
    }

    /// Whether something of the request may have left.
    boolean begun() {
        return begun;
    }

    /// Ends it from outside; harmless when it is over.
    void abort() {
        aborted = true;
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                // it is given up anyway
            }
        }
    }

    private Socket connect(List<InetAddress> addresses) throws IOException {
        IOException failure = new IOException("the host has no address");
        for (InetAddress address : addresses) {
            Socket attempt = new Socket();
            socket = attempt;
            try {
                if (aborted) {
                    throw new IOException("given up");
                }
                attempt.connect(new InetSocketAddress(address, port()), (int) timeout.toMillis());
                attempt.setSoTimeout((int) timeout.toMillis());
                return attempt;
            } catch (IOException e) {
                attempt.close();
                failure = e;
            }
        }
        throw failure;
    }

    private Socket secured(Socket plain) throws IOException {
        if (!secure()) {
            return plain;
        }
        SSLSocket tls =
                (SSLSocket) TLS.createSocket(plain, TargetGuard.host(call.target()), port(), true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        return tls;
    }

    private byte[] head(int length) {
        URI target = call.target();
        String path =
                target.getRawPath() == null || target.getRawPath().isEmpty()
                        ? "/"
                        : target.getRawPath();
        StringBuilder head =
                new StringBuilder(call.method())
                        .append(' ')
                        .append(path)
                        .append(target.getRawQuery() == null ? "" : "?" + target.getRawQuery())
                        .append(" HTTP/1.1\r\nHost: ")
                        .append(target.getHost())
                        .append(target.getPort() < 0 ? "" : ":" + target.getPort())
                        .append("\r\nConnection: close\r\n");
        if (call.body() != null) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        call.headers()
                .forEach(
                        (name, value) ->
                                head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("\r\n").toString().getBytes(ISO_8859_1);
    }

    private boolean secure() {
        return call.target().getScheme().equalsIgnoreCase("https");
    }

    private int port() {
        int port = call.target().getPort();
        if (port > 0) {
            return port;
        }
        return secure() ? 443 : 80;
    }
}
