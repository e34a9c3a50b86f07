package dev.waybill.server.config;

import org.jspecify.annotations.Nullable;

/// Who may create workspaces. On a loopback address anyone may; elsewhere the admin token decides.
public record AccessConfig(@Nullable String adminToken, boolean openWorkspaces) {
    public static final AccessConfig DEFAULTS = new AccessConfig(null, false);

    @Override
    public String toString() {
        return "AccessConfig[openWorkspaces=" + openWorkspaces + "]";
    }
}
