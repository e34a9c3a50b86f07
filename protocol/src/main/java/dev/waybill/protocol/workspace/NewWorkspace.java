package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;

/// Asks for a workspace, for good or for some time.
public record NewWorkspace(String name, @Nullable Long expiresInSeconds) {
    private static final long MIN_SECONDS = 60;
    private static final long MAX_SECONDS = 2_592_000;

    public NewWorkspace {
        Names.check(name);
        if (expiresInSeconds != null
                && (expiresInSeconds < MIN_SECONDS || expiresInSeconds > MAX_SECONDS)) {
            throw new IllegalArgumentException(
                    "expires_in_seconds is not within " + MIN_SECONDS + ".." + MAX_SECONDS);
        }
    }

    public NewWorkspace(String name) {
        this(name, null);
    }
}
