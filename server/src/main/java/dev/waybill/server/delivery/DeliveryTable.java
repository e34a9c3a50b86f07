package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Mailboxes as rows: one for each message and recipient, numbered per agent.
final class DeliveryTable {
    private static final String OPEN_AT_MOST =
            """
            select a.delivery_seq - a.ack_seq + (
                select count(*) from delivery d where d.agent_id = a.id and d.seq < 0 and d.status = 'held')
            from agent a where a.id = ?
            """;
    private static final String INSERT =
            "insert into delivery (agent_id, seq, message_id, reason, created_at) values (?, ?, ?, ?, ?)";
    private static final String OPEN =
            """
            select count(*) from delivery d join agent a on a.id = d.agent_id
            where d.agent_id = ? and d.seq > a.ack_seq and d.seq > ? and d.status is null and %s
            """
                    .formatted(DeliverySql.IN_TIME);

    /// A place in a mailbox, and how many before it may still be open.
    record Place(Recipient recipient, long openAtMost) {}

    /// Gives every member of the room but the sender and the muted ones the next number.
    List<Place> next(Tx tx, PostedMessage message) {
        return next(tx, message, 1);
    }

    /// Gives each of them the next numbers; the last of them is told.
    List<Place> next(Tx tx, PostedMessage message, int count) {
        return MailboxEnds.of(tx).next(tx, message.room().id(), message.skipped(), count);
    }

    /// How many deliveries of the agent there are at most to be settled, with those that wait for their moment.
    long openAtMost(ReadTx tx, AgentId agent) {
        return tx.first(OPEN_AT_MOST, row -> row.number(1), agent).orElse(0L);
    }

    /// Gives back the numbers just given.
    void takeBack(Tx tx, Recipient recipient, int count) {
        MailboxEnds.of(tx).takeBack(recipient.agent(), count);
    }

    /// How many deliveries of the agent, after that place, are still to be settled; those that live as long as usual are
    /// younger than that.
    long open(ReadTx tx, AgentId agent, long after, Instant now, Instant youngerThan) {
        return tx.first(OPEN, row -> row.number(1), agent, after, now, youngerThan).orElse(0L);
    }

    /// A message with the places it has got.
    record Lined(PostedMessage message, List<Recipient> recipients) {}

    void insert(Tx tx, List<Lined> all) {
        all.stream().flatMap(DeliveryTable::rows).forEach(row -> tx.insertAtEnd(INSERT, row));
    }

    private static Stream<Object[]> rows(Lined lined) {
        PostedMessage message = lined.message();
        List<String> mentions = message.mentions();
        return lined.recipients().stream()
                .map(
                        recipient ->
                                new Object[] {
                                    recipient.agent(),
                                    recipient.seq(),
                                    message.id(),
                                    message.reasonFor(recipient.name(), mentions).wire(),
                                    message.at()
                                });
    }
}
