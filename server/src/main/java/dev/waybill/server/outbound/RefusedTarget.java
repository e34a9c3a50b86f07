package dev.waybill.server.outbound;

import java.io.IOException;

/// An address that the server does not call, in words for whoever gave it.
public final class RefusedTarget extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedTarget(String words) {
        super(words);
    }

    public String words() {
        return String.valueOf(getMessage());
    }
}
