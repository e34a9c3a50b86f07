package dev.waybill.server.network.read;

import dev.waybill.protocol.id.WorkspaceId;
import org.jspecify.annotations.Nullable;

/// Where messages are looked for: in a thread or direct room, or in what was said there about some work.
record Conversation(
        WorkspaceId workspace, String channel, String container, @Nullable String work) {}
