package dev.waybill.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Server-sent events, as bytes.
final class Sse {
    static final String CONTENT_TYPE = "text/event-stream";

    private Sse() {}

    /// A message; the id says where to go on from.
    static byte[] event(String id, String data) {
        return ("id: " + id + "\nevent: message\ndata: " + data + "\n\n").getBytes(UTF_8);
    }

    static byte[] event(String data) {
        return ("event: message\ndata: " + data + "\n\n").getBytes(UTF_8);
    }

    /// No message yet, but a place to come back to and how long to wait before that.
    static byte[] place(String id, long retryMillis) {
        return ("id: " + id + "\nretry: " + retryMillis + "\ndata: \n\n").getBytes(UTF_8);
    }

    /// Says nothing; shows that both sides are there.
    static byte[] pulse() {
        return ": \n\n".getBytes(UTF_8);
    }
}
