package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// The least a WebSocket client can do: text frames in one piece, a mask of zeros, pongs.
public final class WebSocket {
    private static final int TEXT = 0x81;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;
    private static final int HEAD = 14;

    private final Wire wire;
    private final Consumer<Text> listener;

    private WebSocket(InetSocketAddress server, Loop loop, Consumer<Text> listener)
            throws IOException {
        this.listener = listener;
        this.wire = new Wire(server, loop, this::take);
    }

    /// Returns once the server has agreed; `listener` is called by the loop.
    public static WebSocket open(
            InetSocketAddress server, String token, Loop loop, Consumer<Text> listener)
            throws IOException {
        WebSocket socket = new WebSocket(server, loop, listener);
        socket.shakeHands(token);
        socket.wire.join();
        return socket;
    }

    /// Only on the loop's thread.
    public void send(byte[] head, byte[] body, byte[] tail) {
        int length = head.length + body.length + tail.length;
        frame(TEXT, length).put(head).put(body).put(tail);
    }

    public void send(byte[] text) {
        frame(TEXT, text.length).put(text);
    }

    public boolean isOpen() {
        return !wire.isCut();
    }

    public void cut() {
        wire.cut();
    }

    private ByteBuffer frame(int kind, int length) {
        ByteBuffer out = wire.out(length + HEAD);
        out.put((byte) kind);
        if (length < 126) {
            out.put((byte) (0x80 | length));
        } else if (length <= 0xFFFF) {
            out.put((byte) (0x80 | 126)).putShort((short) length);
        } else {
            out.put((byte) (0x80 | 127)).putLong(length);
        }
        return out.putInt(0); // a mask that changes nothing
    }

    private boolean take(ByteBuffer in) {
        int start = in.position();
        if (in.remaining() < 2) {
            return false;
        }
        int kind = in.get() & 0xFF;
        int length = in.get() & 0x7F;
        int more = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (in.remaining() < more) {
            in.position(start);
            return false;
        }
        long size = more == 0 ? length : more == 2 ? in.getShort() & 0xFFFF : in.getLong();
        if (in.remaining() < size) {
            in.position(start);
            return false;
        }
        int from = in.position();
        int end = from + (int) size;
        in.position(end);
        heard(kind, Text.of(in, from, end));
        return true;
    }

    private void heard(int kind, Text text) {
        switch (kind) {
            case TEXT -> listener.accept(text);
            case PING -> frame(PONG, 0);
            case PONG -> {}
            default -> wire.cut();
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
        wire.channel().write(ByteBuffer.wrap(request.getBytes(US_ASCII)));
        ByteBuffer answer = ByteBuffer.allocate(4 << 10);
        String text = "";
        while (!text.endsWith("\r\n\r\n")) {
            if (wire.channel().read(answer) < 0) {
                throw new EOFException("the server hung up: " + text);
            }
            text = new String(answer.array(), 0, answer.position(), US_ASCII);
        }
        if (!text.startsWith("HTTP/1.1 101")) {
            throw new IOException("no WebSocket: " + text);
        }
    }
}
