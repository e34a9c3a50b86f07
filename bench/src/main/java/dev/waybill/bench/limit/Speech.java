package dev.waybill.bench.limit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.wire.Text;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// What one client says and is told: requests, and frames once it has asked for a socket.
final class Speech {
    private static final byte[] END = Text.key("\r\n\r\n");
    private static final byte[] LENGTH = Text.key("ontent-Length: ");
    private static final byte[] BEARER = Text.key("Authorization: Bearer ");
    private static final byte[] DIRECT = Text.key("POST /v1/dm ");
    private static final byte[] SOCKET = Text.key("GET /v1/node/ws ");
    private static final byte[] KEY = Text.key("Sec-WebSocket-Key: ");
    private static final String ACCEPTED = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private static final byte[] CREATED =
            Text.key("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ");
    private static final byte[] DATA = Text.key("\r\n\r\n{\"ok\":true,\"data\":{\"id\":\"");
    private static final byte[] FRAME = Text.key("{\"v\":1,\"id\":\"");
    private static final byte[] REPLY =
            Text.key("\",\"type\":\"reply\",\"ok\":true,\"data\":{\"id\":\"");
    private static final byte[] REGISTERED =
            Text.key("{\"v\":1,\"id\":\"register\",\"type\":\"reply\",\"ok\":true,\"data\":{}}");
    private static final byte[] CLOSED = Text.key("\"}}");

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int MASK = 4;
    private static final int LARGEST_HEAD = 10;

    private final Connection connection;
    private final LimitServer server;
    private boolean framed;
    private String token = "";

    Speech(Connection connection, LimitServer server) {
        this.connection = connection;
        this.server = server;
    }

    String token() {
        return token;
    }

    /// Takes one whole request or frame off the buffer; false when there is none yet.
    boolean take(ByteBuffer in) {
        return framed ? takeFrame(in) : takeRequest(in);
    }

    void registered() {
        frame(REGISTERED.length).put(REGISTERED);
    }

    void confirm(long id, long number) {
        if (framed) {
            int fixed = FRAME.length + REPLY.length + CLOSED.length;
            ByteBuffer out = frame(fixed + Digits.count(id) + Digits.count(number));
            Digits.put(out.put(FRAME), id);
            Digits.put(out.put(REPLY), number).put(CLOSED);
        } else {
            int body = DATA.length - END.length + Digits.count(number) + CLOSED.length;
            ByteBuffer out =
                    connection.out(CREATED.length + Digits.count(body) + END.length + body);
            Digits.put(out.put(CREATED), body);
            Digits.put(out.put(DATA), number).put(CLOSED);
        }
    }

    ByteBuffer frame(int size) {
        ByteBuffer out = connection.out(size + LARGEST_HEAD).put((byte) TEXT);
        if (size < 126) {
            return out.put((byte) size);
        } else if (size <= 0xFFFF) {
            return out.put((byte) 126).putShort((short) size);
        }
        return out.put((byte) 127).putLong(size);
    }

    private boolean takeRequest(ByteBuffer in) {
        int start = in.position();
        int body = Text.of(in, start, in.limit()).after(END);
        if (body < 0) {
            return false;
        }
        Text head = Text.of(in, start, body);
        int end = body + (head.after(LENGTH) < 0 ? 0 : (int) head.number(LENGTH));
        if (end > in.limit()) {
            return false;
        }
        in.position(end);
        if (head.startsWith(DIRECT)) {
            server.message(connection, 0, Text.of(in, body, end));
        } else if (head.startsWith(SOCKET)) {
            shakeHands(head);
        } else {
            answer(server.places().ask(head, Text.of(in, body, end), head.string(BEARER, '\r')));
        }
        return true;
    }

    private void answer(String given) {
        String body = "{\"ok\":true,\"data\":{\"token\":\"" + given + "\"}}";
        byte[] rest = Text.key(body.length() + "\r\n\r\n" + body);
        connection.out(CREATED.length + rest.length).put(CREATED).put(rest);
    }

    private void shakeHands(Text head) {
        framed = true;
        token = head.string(BEARER, '\r');
        byte[] answer =
                Text.key(
                        """
                        HTTP/1.1 101 Switching Protocols\r
                        Upgrade: websocket\r
                        Connection: Upgrade\r
                        Sec-WebSocket-Accept: %s\r
                        \r
                        """
                                .formatted(accepted(head.string(KEY, '\r'))));
        connection.out(answer.length).put(answer);
    }

    private static String accepted(String key) {
        try {
            byte[] asked = (key + ACCEPTED).getBytes(US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(asked));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-1", e);
        }
    }

    private boolean takeFrame(ByteBuffer in) {
        int start = in.position();
        if (in.remaining() < 2) {
            return false;
        }
        int kind = in.get(start) & 0xFF;
        int length = in.get(start + 1) & 0x7F;
        int more = length == 126 ? 2 : length == 127 ? 8 : 0;
        int from = start + 2 + more + MASK;
        if (from > in.limit()) {
            return false;
        }
        long size =
                more == 0
                        ? length
                        : more == 2 ? in.getShort(start + 2) & 0xFFFF : in.getLong(start + 2);
        if (size > in.limit() - from) {
            return false;
        }
        int end = from + (int) size;
        unmask(in, from, end);
        in.position(end);
        heard(kind, Text.of(in, from, end));
        return true;
    }

    /// A mask of zeros changes nothing.
    private static void unmask(ByteBuffer in, int from, int end) {
        if (in.getInt(from - MASK) != 0) {
            for (int i = from; i < end; i++) {
                in.put(i, (byte) (in.get(i) ^ in.get(from - MASK + (i - from) % MASK)));
            }
        }
    }

    private void heard(int kind, Text text) {
        switch (kind) {
            case TEXT -> server.frame(connection, text);
            case CLOSE -> connection.close();
            default -> throw new IllegalArgumentException("a frame of kind " + kind);
        }
    }
}
