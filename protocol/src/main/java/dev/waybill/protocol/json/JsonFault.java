package dev.waybill.protocol.json;

import tools.jackson.core.exc.StreamReadException;

/// A document that is not the JSON that was asked for; the message says where and why, in words for its sender.
public final class JsonFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JsonFault(String message) {
        super(message);
    }

    JsonFault(String message, Throwable cause) {
        super(message, cause);
    }

    /// Whether it is no JSON at all, rather than JSON of another shape.
    public boolean malformed() {
        return getCause() instanceof StreamReadException;
    }
}
