package dev.waybill.protocol.network.json;

/// Text that is not the JSON it should be. Peers make many of these, so it has no stack trace.
public final class NotJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotJson(String message) {
        super(message, null, false, false);
    }
}
