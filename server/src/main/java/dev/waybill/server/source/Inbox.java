package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.source.InboxPolicy;
import java.time.Duration;

/// How the events of one agent are gathered before they are told.
record Inbox(boolean gathering, Duration window, int maxItems, Duration maxAge) {
    static final Inbox USUAL = new Inbox(false, Duration.ofSeconds(30), 20, Duration.ofDays(1));

    /// Each agent has exactly one.
    static String idOf(AgentId agent) {
        return "inb_" + agent.text();
    }

    InboxPolicy shown(AgentId agent) {
        return new InboxPolicy(
                agent.text(),
                idOf(agent),
                gathering,
                window.toMillis(),
                maxItems,
                maxAge.toMillis());
    }
}
