package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What waits for an agent.
///
/// @param waiting all that is not settled
/// @param held of these, what waits for the moment its mode names
/// @param deferred of these, what was put off
/// @param accepted of these, what the session has taken over
/// @param oldestAt since when the oldest of all waits
/// @param behindSince since when the oldest waits that is free to go
@JsonInclude(JsonInclude.Include.ALWAYS)
public record AgentBacklog(
        AgentId agentId,
        String agentName,
        long waiting,
        long held,
        long deferred,
        long accepted,
        Instant oldestAt,
        @Nullable Instant behindSince) {
    /// Both together.
    public AgentBacklog and(AgentBacklog more) {
        return new AgentBacklog(
                agentId,
                agentName,
                waiting + more.waiting,
                held + more.held,
                deferred + more.deferred,
                accepted + more.accepted,
                oldestAt.isBefore(more.oldestAt) ? oldestAt : more.oldestAt,
                earlier(behindSince, more.behindSince));
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
