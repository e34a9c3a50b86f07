package dev.waybill.server.outbound;

import java.io.IOException;

/// An address that the server does not call, in words for whoever gave it.
public final class RefusedTarget extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean unknownHost;

    RefusedTarget(String words) {
        this(words, false);
    }

    private RefusedTarget(String words, boolean unknownHost) {
        super(words);
        this.unknownHost = unknownHost;
    }

    static RefusedTarget unknownHost() {
        return new RefusedTarget("names a host that cannot be found", true);
    }

    public String words() {
        return String.valueOf(getMessage());
    }

    /// Nobody knows where it leads, which may be otherwise in a while.
    public boolean isUnknownHost() {
        return unknownHost;
    }
}
