package dev.waybill.protocol.network;

import org.jspecify.annotations.Nullable;

/// Where something is said: a channel, of a workspace in the profile that has them.
public record Scope(@Nullable NetworkWorkspace workspace, NetworkChannel channel) {
    public NetworkWorkspace requireWorkspace() {
        if (workspace == null) {
            throw new IllegalArgumentException("this profile's channels belong to a workspace");
        }
        return workspace;
    }
}
