package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;

/// A socket that sends exactly what a test says, however wrong it is.
public final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 15_000;

    private final Socket socket;

    public RawConnection(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RawConnection send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Sends, unless the server has closed the connection; tells whether it could.
    boolean trySend(String text) {
        try {
            send(text);
            return true;
        } catch (UncheckedIOException _) {
            return false;
        }
    }

    /// Everything up to the end of the connection; fails when the server does not close it.
    public String readToEnd() {
        StringBuilder text = new StringBuilder();
        try {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int b = in.read(); b >= 0; b = in.read()) {
                text.append((char) b);
            }
        } catch (SocketException _) {
            return text.toString(); // a reset is an end too
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /// Up to and including a text the answer is known to hold.
    public String readThrough(String end) {
        StringBuilder text = new StringBuilder();
        try {
            InputStream in = socket.getInputStream();
            while (text.indexOf(end) < 0) {
                int b = in.read();
                if (b < 0) {
                    throw new AssertionError("connection ended after: " + text);
                }
                text.append((char) b);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
