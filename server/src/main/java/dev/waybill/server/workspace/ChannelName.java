package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;

/// A channel by both of its names, and where it is.
record ChannelName(WorkspaceId workspace, ChannelId id, String name) {}
