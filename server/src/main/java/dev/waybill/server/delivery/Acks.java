package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Settles single deliveries; the cursor of the agent stays where it is.
public final class Acks {
    private static final String DELIVERED = "delivery.delivered";
    private static final String SETTLE =
            """
            update delivery set status = 'acked', available_at = null, updated_at = ?
            where message_id = ? and agent_id = ? and (status in ('failed', 'held', 'accepted', 'deferred')
                or (status is null and seq > (select ack_seq from agent where id = ?)))
            returning attempt, seq
            """;

    private final Signals signals;
    private final Ledger ledger;

    public Acks(Signals signals, Ledger ledger) {
        this.signals = signals;
        this.ledger = ledger;
    }

    /// Whose delivery of which message, and where that was said.
    public record Reading(
            WorkspaceId workspace, ChannelId room, MessageId message, AgentId agent, Instant at) {}

    /// Settles what is still open of the agent's delivery of a message that it has read. Nothing happens, and nobody is
    /// told, where there is none.
    public void read(Tx tx, Reading reading) {
        settle(tx, reading).ifPresent(attempt -> tell(tx, reading, attempt));
    }

    /// The same for what needs no delivery any more, and never had one. It is put on record as such; the session is not told.
    public void withdraw(Tx tx, Reading reading) {
        settle(tx, reading)
                .ifPresent(
                        attempt ->
                                record(tx, reading, "delivery.withdrawn", about(reading, attempt)));
    }

    /// The attempt that is over with it.
    private Optional<Integer> settle(Tx tx, Reading reading) {
        List<Settled> settled =
                tx.list(
                        SETTLE,
                        row -> new Settled((int) row.number(1), row.number(2)),
                        reading.at(),
                        reading.message(),
                        reading.agent(),
                        reading.agent());
        settled.forEach(one -> tx.afterCommit(() -> passOver(reading.agent(), one.seq())));
        return settled.stream().map(Settled::attempt).max(Integer::compare);
    }

    private record Settled(int attempt, long seq) {}

    private void passOver(AgentId agent, long seq) {
        signals.mailboxes().with(agent, mailbox -> mailbox.settled(seq));
    }

    private void tell(Tx tx, Reading reading, int attempt) {
        ObjectNode data = about(reading, attempt);
        signals.update(
                tx,
                List.of(reading.agent()),
                new ContextUpdate(ContextUpdate.Topic.AGENT, DELIVERED, null, data));
        record(tx, reading, DELIVERED, data);
    }

    private static ObjectNode about(Reading reading, int attempt) {
        ObjectNode data = Json.emptyObject();
        data.put(
                "delivery_id", DeliveryIds.of(reading.message(), reading.agent(), attempt).value());
        data.put("message_id", reading.message().text());
        return data;
    }

    private void record(Tx tx, Reading reading, String type, ObjectNode data) {
        ledger.append(
                tx,
                reading.workspace(),
                new LedgerEntry(
                        type,
                        reading.room(),
                        reading.agent(),
                        reading.message().text(),
                        data,
                        reading.at()));
    }
}
