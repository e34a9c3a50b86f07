package dev.waybill.protocol.workspace;

import dev.waybill.protocol.wire.WireWord;
import org.jspecify.annotations.Nullable;

/// What a session may report of itself (`relay-wire` §4.4).
public enum SessionEventType implements WireWord {
    STATUS_CHANGED("status.changed"),
    STATUS_IDLE("status.idle", AgentStatus.IDLE),
    STATUS_ACTIVE("status.active", AgentStatus.ACTIVE),
    STATUS_BLOCKED("status.blocked", AgentStatus.BLOCKED),
    STATUS_WAITING("status.waiting", AgentStatus.WAITING),
    STATUS_OFFLINE("status.offline", AgentStatus.OFFLINE),
    TOOL_CALLED("tool.called"),
    TOOL_COMPLETED("tool.completed"),
    TOOL_FAILED("tool.failed"),
    TOOL_OUTPUT("tool.output"),
    MESSAGE_RECEIVED("message.received"),
    MESSAGE_SENT("message.sent"),
    DELIVERY_ACCEPTED("delivery.accepted"),
    DELIVERY_DELIVERED("delivery.delivered"),
    DELIVERY_DEFERRED("delivery.deferred"),
    DELIVERY_FAILED("delivery.failed"),
    ACTION_INVOKED("action.invoked"),
    ACTION_COMPLETED("action.completed"),
    ACTION_FAILED("action.failed"),
    ACTION_DENIED("action.denied"),
    TRANSCRIPT_CHUNK("transcript.chunk"),
    FILE_CHANGED("file.changed"),
    COMMAND_STARTED("command.started"),
    COMMAND_COMPLETED("command.completed"),
    COMMAND_FAILED("command.failed"),
    TERMINAL_OUTPUT("terminal.output"),
    TERMINAL_SCREEN("terminal.screen"),
    USAGE_UPDATED("usage.updated"),
    SESSION_STARTED("session.started"),
    SESSION_RELEASED("session.released"),
    SESSION_RESUMED("session.resumed"),
    SESSION_FORKED("session.forked"),
    LOG("log"),
    ERROR("error");

    private final String wire;
    private final @Nullable AgentStatus status;

    SessionEventType(String wire) {
        this(wire, null);
    }

    SessionEventType(String wire, @Nullable AgentStatus status) {
        this.wire = wire;
        this.status = status;
    }

    public static SessionEventType of(String word) {
        return WireWord.parse(SessionEventType.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }

    /// The status such an event names by itself.
    public @Nullable AgentStatus status() {
        return status;
    }
}
