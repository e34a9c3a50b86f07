package dev.waybill.bench.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// A connection that is kept alive: one POST at a time, and only as much of the answer is read as says how it went.
public final class HttpWire {
    private static final byte[] END = Text.key("\r\n\r\n");
    private static final byte[] LENGTH = Text.key("ontent-Length: ");
    private static final int STATUS_AT = 9;

    private final Wire wire;
    private final Answer answer;

    /// Hears of each answer, on the loop's thread.
    public interface Answer {
        void heard(int status, Text body);
    }

    private HttpWire(InetSocketAddress server, Loop loop, Answer answer) throws IOException {
        this.answer = answer;
        this.wire = new Wire(server, loop, this::take);
    }

    public static HttpWire open(InetSocketAddress server, Loop loop, Answer answer)
            throws IOException {
        HttpWire opened = new HttpWire(server, loop, answer);
        opened.wire.join();
        return opened;
    }

    /// Only on the loop's thread, and only when the last one is answered.
    public void post(String path, String token, byte[] body) {
        byte[] head =
                Text.key(
                        """
                        POST %s HTTP/1.1\r
                        Host: 127.0.0.1\r
                        Authorization: Bearer %s\r
                        Content-Type: application/json\r
                        Prefer: return=minimal\r
                        Content-Length: %d\r
                        \r
                        """
                                .formatted(path, token, body.length));
        wire.out(head.length + body.length).put(head).put(body);
    }

    public boolean isOpen() {
        return !wire.isCut();
    }

    /// Only on the loop's thread.
    public void cut() {
        wire.cut();
    }

    private boolean take(ByteBuffer in) {
        Text head = Text.of(in, in.position(), in.limit());
        int body = head.after(END);
        if (body < 0) {
            return false;
        }
        int end = body + (int) head.number(LENGTH);
        if (end > in.limit()) {
            return false;
        }
        int status = (int) head.numberAt(STATUS_AT);
        in.position(end);
        answer.heard(status, Text.of(in, body, end));
        return true;
    }
}
