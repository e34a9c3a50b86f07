package dev.waybill.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;

/// The least a WebSocket client can do, on a plain socket: text frames in one piece, a mask of zeros, pongs.
final class FrameSocket implements AutoCloseable {
    private static final int TEXT = 0x81;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;

    private final Socket socket;
    private final DataInputStream in;

    private FrameSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 8192));
    }

    /// Returns once the server has agreed to speak WebSocket.
    static FrameSocket open(int port, String token) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
            socket.setSoTimeout(60_000);
            socket.setTcpNoDelay(true);
            FrameSocket opened = new FrameSocket(socket);
            opened.shakeHands(token);
            return opened;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    void send(String text) throws IOException {
        frame(TEXT, text.getBytes(UTF_8));
    }

    /// Hands each text to the listener, until the connection ends.
    void read(Consumer<String> listener) throws IOException {
        while (true) {
            listener.accept(next());
        }
    }

    /// The next text.
    String next() throws IOException {
        while (true) {
            int kind = in.readUnsignedByte();
            int length = in.readUnsignedByte() & 0x7F;
            long size =
                    length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
            byte[] body = in.readNBytes(Math.toIntExact(size));
            if (body.length < size) {
                throw new EOFException("cut off");
            }
            switch (kind) {
                case TEXT -> {
                    return new String(body, UTF_8);
                }
                case PING -> frame(PONG, body);
                case PONG -> {}
                default -> throw new EOFException("closed by the server");
            }
        }
    }

    private void frame(int kind, byte[] body) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(body.length + 14);
        frame.write(kind);
        if (body.length < 126) {
            frame.write(0x80 | body.length);
        } else {
            frame.write(0x80 | 126);
            frame.write(body.length >> 8);
            frame.write(body.length);
        }
        frame.writeBytes(new byte[4]); // a mask that changes nothing
        frame.writeBytes(body);
        synchronized (this) {
            socket.getOutputStream().write(frame.toByteArray());
        }
    }

    private void shakeHands(String token) throws IOException {
        String request =
                """
                GET /v1/node/ws HTTP/1.1\r
                Host: 127.0.0.1\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Authorization: Bearer %s\r
                \r
                """
                        .formatted(token);
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("hung up: " + answer);
            }
            answer.append((char) c);
        }
        if (!answer.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException("no WebSocket: " + answer);
        }
    }

    boolean closed() {
        return socket.isClosed();
    }

    /// Without a word.
    @Override
    public void close() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException _) {
            // it is gone already
        }
    }
}
