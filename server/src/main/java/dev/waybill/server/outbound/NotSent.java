package dev.waybill.server.outbound;

import java.io.IOException;

/// Not a byte of the request has left: the host was not found or not reached in time.
public final class NotSent extends IOException {
    private static final long serialVersionUID = 1L;

    NotSent(String words, Throwable cause) {
        super(words, cause);
    }
}
