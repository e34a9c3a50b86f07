package dev.waybill.server.network.read;

import org.jspecify.annotations.Nullable;

/// What a container is, by its name.
record Places(@Nullable String surface, @Nullable String thread, @Nullable String direct) {
    private static final Places NOWHERE = new Places(null, null, null);

    static Places of(@Nullable String container) {
        if (container == null) {
            return NOWHERE;
        }
        if (container.startsWith("direct_")) {
            return new Places("direct", null, container);
        }
        return container.startsWith("thread_") ? new Places("thread", container, null) : NOWHERE;
    }
}
