package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.stream.IntStream;

/// The rows that a direct message leaves behind: itself, its place in a mailbox, the line in the record, and how far the
/// mailbox and the record have come. Not what is written later: acks and the index of words.
final class MessageRows implements RowsAlone.Rows {
    private static final String LEDGER =
            """
            insert into ledger (workspace_id, seq, type, channel_id, agent_id, subject, created_at)
            values (1, ?, 'dm.received', ?, ?, ?, 1)
            """;
    private final int senders;
    private final int recipients;

    MessageRows(int senders, int recipients) {
        this.senders = senders;
        this.recipients = recipients;
    }

    @Override
    public String unit() {
        return "messages";
    }

    @Override
    public void prepare(Tx tx) {
        Mailbox.prepare(tx, recipients);
    }

    @Override
    public void write(Tx tx, long first, int count) {
        RowsAlone.Batch batch = new RowsAlone.Batch(tx, first, count);
        batch.each(
                MessageRow.INSERT,
                id -> MessageRow.of(id, room(id), sender(id), Body.begin(id) + Body.rest(), "{}"));
        batch.each(Mailbox.DELIVERY, id -> new Object[] {recipient(id), id, id, "dm"});
        batch.each(LEDGER, id -> new Object[] {id, room(id), sender(id), id + ""});
        tx.executeEach(Mailbox.END, places(first, count));
        tx.execute(Mailbox.LINES, first + count);
    }

    /// Of each mailbox that gets something, once.
    private List<Object[]> places(long first, int count) {
        return IntStream.range(0, Math.min(count, recipients))
                .mapToObj(back -> first + count - 1 - back)
                .map(id -> new Object[] {id, recipient(id)})
                .toList();
    }

    private long recipient(long id) {
        return 1 + id % recipients;
    }

    private long sender(long id) {
        return 1 + id / recipients % senders;
    }

    private long room(long id) {
        return sender(id) * recipients + recipient(id);
    }
}
