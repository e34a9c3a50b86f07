package dev.waybill.server.tls;

import org.jspecify.annotations.Nullable;

/// A certificate or key that cannot be used; the message names the file and what to do about it.
public final class TlsFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TlsFault(String message) {
        this(message, null);
    }

    TlsFault(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
