package dev.waybill.server.network.read;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.config.NetworkConfig;
import org.jspecify.annotations.Nullable;

/// What a workspace is called on the wire, in the profile that has workspaces.
record WireWorkspaces(NetworkConfig config) {
    @Nullable String nameOf(WorkspaceId workspace) {
        return config.onTheWire(workspace);
    }
}
