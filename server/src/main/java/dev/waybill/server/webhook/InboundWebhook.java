package dev.waybill.server.webhook;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;

/// A webhook: the channel it posts to, and the agent it posts as.
public record InboundWebhook(
        String id,
        WorkspaceId workspace,
        ChannelId channel,
        String channelName,
        AgentId agent,
        String agentName,
        String name,
        Instant createdAt) {
    /// Where outside systems post to.
    public String path() {
        return "/v1/hooks/" + id;
    }
}
