package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.NewSessionEvent;
import dev.waybill.protocol.workspace.SessionEvent;
import dev.waybill.protocol.workspace.SessionEventType;
import dev.waybill.server.delivery.Holds;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Takes what sessions report of themselves and lists it.
public final class SessionEvents {
    public static final int DEFAULT_LIMIT = 100;
    public static final int MAX_LIMIT = 500;

    private static final int MAX_PAYLOAD = 64 << 10;

    private final Supplies supplies;
    private final Notices notices;
    private final Presence presence;
    private final Holds holds;
    private final AgentTable agents;
    private final SessionEventTable events;
    private final Redactor redactor;

    public SessionEvents(
            Supplies supplies, Notices notices, Presence presence, Holds holds, Redactor redactor) {
        this.supplies = supplies;
        this.notices = notices;
        this.presence = presence;
        this.holds = holds;
        this.agents = new AgentTable(supplies.json());
        this.events = new SessionEventTable(supplies.json());
        this.redactor = redactor;
    }

    /// An agent reports of itself only, the owner of the workspace of anyone. Secrets in what a session wrote or ran are
    /// taken out before anything is kept.
    public SessionEvent report(Caller caller, String agent, NewSessionEvent wanted) {
        if (caller instanceof Caller.Agent self && !self.name().equals(agent)) {
            throw new Refusal(
                    Reason.FORBIDDEN, "An agent may report events of its own session only");
        }
        SessionEventType type = type(wanted.type());
        JsonNode payload = wanted.payload();
        if (payload != null && supplies.json().text(payload).length() > MAX_PAYLOAD) {
            throw new Refusal(
                    Reason.PAYLOAD_TOO_LARGE,
                    "The payload is longer than " + MAX_PAYLOAD + " characters");
        }
        JsonNode kept =
                payload != null && mayTellSecrets(type) ? redactor.redact(payload) : payload;
        return supplies.database().write(tx -> report(tx, caller.workspace(), agent, type, kept));
    }

    /// Newest first; of one type, or of all.
    public List<SessionEvent> list(Sight sight, String agent, @Nullable String type, int limit) {
        SessionEventType wanted = type == null ? null : type(type);
        return supplies.database()
                .read(
                        tx -> {
                            AgentName found = agents.require(tx, sight.workspace(), agent);
                            if (!sight.agent(found.id())) {
                                throw AgentTable.notFound(agent);
                            }
                            return events.newest(tx, found.id(), wanted, limit);
                        });
    }

    private SessionEvent report(
            Tx tx,
            WorkspaceId workspace,
            String name,
            SessionEventType type,
            @Nullable JsonNode payload) {
        AgentName agent = agents.require(tx, workspace, name);
        SessionEvent event = event(tx, agent.id(), type, payload);
        events.insert(tx, workspace, event);
        boundary(tx, agent.id(), type);
        AgentStatus status = status(type, payload);
        if (status == null) {
            notices.record(tx, workspace, entry(agent, event));
        } else if (!presence.report(tx, workspace, agent, status)) {
            notices.status(tx, workspace, agent, status, event.createdAt());
        }
        return event;
    }

    /// Some deliveries wait for such a moment.
    private void boundary(Tx tx, AgentId agent, SessionEventType type) {
        switch (type) {
            case TOOL_CALLED -> holds.toolCall(tx, agent);
            case MESSAGE_RECEIVED -> holds.message(tx, agent);
            default -> {
                // no boundary
            }
        }
    }

    private SessionEvent event(
            Tx tx, AgentId agent, SessionEventType type, @Nullable JsonNode payload) {
        return new SessionEvent(
                "evt_" + supplies.ids().next(),
                agent,
                type,
                payload,
                events.nextSequence(tx, agent),
                supplies.clock().instant());
    }

    private LedgerEntry entry(AgentName agent, SessionEvent event) {
        ObjectNode payload = Json.emptyObject().put("agent_name", agent.name());
        payload.setAll((ObjectNode) supplies.json().toTree(event));
        payload.remove("type");
        return new LedgerEntry(
                "harness." + event.type().wire(),
                null,
                agent.id(),
                event.id(),
                payload,
                event.createdAt());
    }

    /// What the event says the agent is doing; null when it says nothing of the kind.
    private static @Nullable AgentStatus status(SessionEventType type, @Nullable JsonNode payload) {
        if (type != SessionEventType.STATUS_CHANGED) {
            return type.status();
        }
        String word = payload == null ? "" : payload.path("status").asString("");
        return switch (word) {
            case "online", "offline", "active", "idle", "blocked", "waiting" ->
                    AgentStatus.of(word);
            default -> null;
        };
    }

    private static boolean mayTellSecrets(SessionEventType type) {
        return switch (type) {
            case TOOL_CALLED,
                    TOOL_COMPLETED,
                    TOOL_FAILED,
                    TOOL_OUTPUT,
                    TRANSCRIPT_CHUNK,
                    FILE_CHANGED,
                    COMMAND_STARTED,
                    COMMAND_COMPLETED,
                    COMMAND_FAILED,
                    TERMINAL_OUTPUT,
                    TERMINAL_SCREEN,
                    LOG,
                    ERROR ->
                    true;
            case STATUS_CHANGED,
                    STATUS_IDLE,
                    STATUS_ACTIVE,
                    STATUS_BLOCKED,
                    STATUS_WAITING,
                    STATUS_OFFLINE,
                    MESSAGE_RECEIVED,
                    MESSAGE_SENT,
                    DELIVERY_ACCEPTED,
                    DELIVERY_DELIVERED,
                    DELIVERY_DEFERRED,
                    DELIVERY_FAILED,
                    ACTION_INVOKED,
                    ACTION_COMPLETED,
                    ACTION_FAILED,
                    ACTION_DENIED,
                    USAGE_UPDATED,
                    SESSION_STARTED,
                    SESSION_RELEASED,
                    SESSION_RESUMED,
                    SESSION_FORKED ->
                    false;
        };
    }

    private static SessionEventType type(String word) {
        try {
            return SessionEventType.of(word);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_EVENT_TYPE, String.valueOf(e.getMessage()));
        }
    }
}
