package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Deliveries whose sender said when or how, and the sessions they are for.
final class AppointmentTable {
    private static final String SESSION =
            "select id, name, activity, reports_tool_calls, reports_messages, capabilities from agent";
    private static final String OF_AGENT = SESSION + " where id = ? and deleted_at is null";
    private static final String IN_ROOM =
            SESSION
                    + """
                     where deleted_at is null and id in (
                        select agent_id from member where channel_id = ? and agent_id <> ? and is_muted = 0)
                    """;
    private static final String UNSETTLED =
            """
            select count(*) from delivery d join agent a on a.id = d.agent_id
            where d.agent_id = ? and (d.status = 'held' or (d.seq > a.ack_seq and d.seq > ? and d.status is null)) and %s
            """
                    .formatted(DeliverySql.IN_TIME);
    private static final String INSERT =
            """
            insert into delivery (agent_id, seq, message_id, reason, created_at, priority, expires_at, status, held_for)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String HELD =
            """
            select seq, message_id, attempt, held_for, priority from delivery
            where agent_id = ? and seq < 0 and status = 'held' and (expires_at is null or expires_at > ?)
            order by priority desc, message_id
            """;
    private static final String RELEASE =
            """
            update delivery set seq = ?, status = null, updated_at = ? where agent_id = ? and seq = ?
            """;
    private static final String REPORTS_TOOL_CALLS =
            "update agent set reports_tool_calls = 1 where id = ? and reports_tool_calls = 0";
    private static final String REPORTS_MESSAGES =
            "update agent set reports_messages = 1 where id = ? and reports_messages = 0";

    private static final Json JSON = new Json(JsonLimits.STORED);

    /// A delivery that waits for its moment.
    record Held(long seq, DeliveryIds id, DeliveryMode mode, boolean urgent) {}

    Optional<Session> session(ReadTx tx, AgentId agent) {
        return tx.first(OF_AGENT, AppointmentTable::session, agent);
    }

    /// Of all who get the message.
    List<Session> sessions(ReadTx tx, PostedMessage message) {
        return tx.list(IN_ROOM, AppointmentTable::session, message.room().id(), message.skipped());
    }

    /// How many deliveries of the agent, after that place or held, are still to be settled.
    long unsettled(ReadTx tx, AgentId agent, long after, Instant now, Duration timeToLive) {
        return tx.first(UNSETTLED, row -> row.number(1), agent, after, now, now.minus(timeToLive))
                .orElse(0L);
    }

    void insert(Tx tx, PostedMessage message, Recipient recipient, Duration timeToLive) {
        insert(tx, message, recipient, recipient.seq(), null, timeToLive);
    }

    /// Without a place in the line; no other delivery of the agent has the negative number of the message.
    void hold(
            Tx tx,
            PostedMessage message,
            Recipient recipient,
            DeliveryMode mode,
            Duration timeToLive) {
        insert(tx, message, recipient, -message.id().value(), mode, timeToLive);
    }

    /// What waits for its moment, in the order it will go.
    List<Held> held(ReadTx tx, AgentId agent, Instant now) {
        return tx.list(HELD, row -> held(row, agent), agent, now);
    }

    void release(Tx tx, AgentId agent, Held held, long seq, Instant now) {
        tx.execute(RELEASE, seq, now, agent, held.seq());
    }

    void reportsToolCalls(Tx tx, AgentId agent) {
        tx.execute(REPORTS_TOOL_CALLS, agent);
    }

    void reportsMessages(Tx tx, AgentId agent) {
        tx.execute(REPORTS_MESSAGES, agent);
    }

    private static void insert(
            Tx tx,
            PostedMessage message,
            Recipient recipient,
            long seq,
            @Nullable DeliveryMode heldFor,
            Duration timeToLive) {
        tx.execute(
                INSERT,
                recipient.agent(),
                seq,
                message.id(),
                message.reasonFor(recipient.name(), message.mentions()).wire(),
                message.at(),
                message.urgent(),
                message.handling().expiresAt(message.at(), timeToLive),
                heldFor == null ? null : DeliveryState.HELD.word(),
                heldFor == null ? null : heldFor.wire());
    }

    private static Held held(Row row, AgentId agent) {
        return new Held(
                row.number(1),
                new DeliveryIds(new MessageId(row.number(2)), agent, (int) row.number(3)),
                DeliveryMode.of(row.text(4)),
                row.flag(5));
    }

    private static Session session(Row row) {
        String capabilities = row.textOrNull(6);
        JsonNode all = capabilities == null ? Json.emptyObject() : JSON.tree(capabilities);
        return new Session(
                new AgentId(row.number(1)),
                row.text(2),
                row.textOrNull(3),
                row.flag(4),
                row.flag(5),
                all.path("delivery"));
    }
}
