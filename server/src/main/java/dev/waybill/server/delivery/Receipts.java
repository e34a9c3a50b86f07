package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryReceipt;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.DeliveryId;
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
                (select x.read_at from receipt x where x.message_id = d.message_id and x.agent_id = d.agent_id)
            from delivery d join agent r on r.id = d.agent_id join author w on w.id = d.agent_id
            where d.message_id = ? and coalesce(d.status, '') <> 'replaced'
            order by w.name, d.seq limit ?
            """
                    .formatted(DeliverySql.STATUS);

    /// In the order of the names; of very many recipients the first thousand.
    public List<DeliveryReceipt> of(ReadTx tx, MessageId message) {
        return tx.list(OF_MESSAGE, row -> read(row, message), message, MOST);
    }

    /// The id of a delivery: the message, the recipient, and the attempt where it is not the first.
    public static DeliveryId id(MessageId message, AgentId agent, long attempt) {
        String first = "del_" + message + "_" + agent;
        return new DeliveryId(attempt > 1 ? first + "~" + attempt : first);
    }

    private static DeliveryReceipt read(Row row, MessageId message) {
        AgentId agent = new AgentId(row.number(2));
        long attempt = row.number(3);
        return new DeliveryReceipt(
                row.text(1),
                agent,
                id(message, agent, attempt),
                DeliveryStatus.of(row.text(4)),
                (int) attempt,
                row.textOrNull(5),
                row.instantOrNull(6),
                row.instantOrNull(7));
    }
}
