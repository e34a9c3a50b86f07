package dev.waybill.server.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.http.route.Outflow;
import dev.waybill.server.source.Inboxes;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/// Tells one caller of the entries of an agent as they come, as server-sent events of one line each. The id of an event is
/// that of its last entry, so that a caller that comes back goes on after it.
final class InboxWatch {
    /// Then the caller has to come back and show its token again.
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final Inboxes inboxes;
    private final Json json;
    private final Caller caller;
    private final String agent;
    private final long heartbeatNanos;
    private Inboxes.Query query;

    InboxWatch(
            Inboxes inboxes,
            Json json,
            Caller caller,
            String agent,
            Inboxes.Query query,
            long heartbeatMillis) {
        this.inboxes = inboxes;
        this.json = json;
        this.caller = caller;
        this.agent = agent;
        this.query = query;
        this.heartbeatNanos = TimeUnit.MILLISECONDS.toNanos(heartbeatMillis);
    }

    void check() {
        inboxes.list(caller, agent, new Inboxes.Query(query.after(), false, 1, false));
    }

    void run(Outflow outflow) throws InterruptedException {
        AgentId whose = inboxes.agent(caller, agent);
        try (Waits<AgentId>.Place place = inboxes.watch(whose)) {
            long end = System.nanoTime() + LONGEST.toNanos();
            while (outflow.wanted() && end - System.nanoTime() > 0) {
                List<InboxEntry> entries = inboxes.list(caller, agent, query).entries();
                if (!entries.isEmpty()) {
                    if (!outflow.send(items(whose, entries))) {
                        return;
                    }
                    query = query.after(entries.getLast().entryId());
                    continue;
                }
                boolean rung = place.goOn(System.nanoTime() + heartbeatNanos, outflow::wanted);
                if (!rung && outflow.wanted() && !outflow.send(heartbeat(whose))) {
                    return;
                }
            }
        }
    }

    private byte[] items(AgentId whose, List<InboxEntry> entries) {
        ObjectNode data = Json.emptyObject();
        data.put("event", "items");
        data.put("agentId", whose.text());
        data.set("entries", json.toTree(entries));
        return ("id: "
                        + entries.getLast().entryId()
                        + "\nevent: items\ndata: "
                        + json.text(data)
                        + "\n\n")
                .getBytes(UTF_8);
    }

    private byte[] heartbeat(AgentId whose) {
        ObjectNode data = Json.emptyObject();
        data.put("event", "heartbeat");
        data.put("agentId", whose.text());
        data.put("timestamp", Rfc3339.format(Instant.now()));
        return ("event: heartbeat\ndata: " + json.text(data) + "\n\n").getBytes(UTF_8);
    }
}
