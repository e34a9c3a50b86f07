package dev.waybill.sdk;

import dev.waybill.protocol.workspace.SessionEventType;
import java.util.Map;

/// Something a session tells of itself: that it is idle, that it calls a tool. The server waits for some of these before it
/// delivers what is meant for such a moment.
///
/// ```java
/// agent.report(AgentSessionEvent.of(SessionEventType.STATUS_IDLE));
/// ```
public record AgentSessionEvent(SessionEventType type, Map<String, Object> payload) {
    public AgentSessionEvent {
        payload = Metadata.copy(payload);
    }

    public static AgentSessionEvent of(SessionEventType type) {
        return new AgentSessionEvent(type, Map.of());
    }
}
