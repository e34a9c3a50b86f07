package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryReceipt;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.List;

/// Tells what became of a message for each of its recipients.
public final class Receipts {
    private static final int MOST = 1000;
    private static final String OF_MESSAGE =
            """
            select w.name, d.agent_id, d.attempt, %s, d.error, d.available_at,
                (select x.read_at from receipt x where x.message_id = d.message_id and x.agent_id = d.agent_id),
                d.seq
            from delivery d join agent r on r.id = d.agent_id join author w on w.id = d.agent_id
            where d.message_id = ? and coalesce(d.status, '') <> 'replaced'
            order by w.name, d.seq limit ?
            """
                    .formatted(DeliverySql.STATUS);

    private final Mailboxes mailboxes;

    public Receipts(Mailboxes mailboxes) {
        this.mailboxes = mailboxes;
    }

    /// In the order of the names; of very many recipients the first thousand.
    public List<DeliveryReceipt> of(ReadTx tx, MessageId message) {
        return tx.list(OF_MESSAGE, row -> read(row, message), message, MOST);
    }

    private DeliveryReceipt read(Row row, MessageId message) {
        AgentId agent = new AgentId(row.number(2));
        int attempt = (int) row.number(3);
        return new DeliveryReceipt(
                row.text(1),
                agent,
                DeliveryIds.of(message, agent, attempt),
                status(row, agent),
                attempt,
                row.textOrNull(5),
                row.instantOrNull(6),
                row.instantOrNull(7));
    }

    /// What went out to a session that is connected here has been delivered, though nothing came back yet.
    private DeliveryStatus status(Row row, AgentId agent) {
        DeliveryStatus kept = DeliveryStatus.of(row.text(4));
        return kept == DeliveryStatus.QUEUED
                        && row.instantOrNull(6) == null
                        && row.number(8) > 0
                        && row.number(8) <= mailboxes.sent(agent)
                ? DeliveryStatus.DELIVERED
                : kept;
    }
}
