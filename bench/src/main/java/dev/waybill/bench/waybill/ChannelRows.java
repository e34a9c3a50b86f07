package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The rows that a message to a channel leaves behind: itself, its place in the mailbox of each member, the line in the
/// record, and how far the mailboxes and the record have come. Not what is written later: acks and the index of words.
final class ChannelRows implements RowsAlone.Rows {
    private static final String LEDGER =
            """
            insert into ledger (workspace_id, seq, type, channel_id, agent_id, subject, created_at)
            values (1, ?, 'message.created', 1, 1, ?, 1)
            """;

    private final int members;

    ChannelRows(int members) {
        this.members = members;
    }

    @Override
    public String unit() {
        return "deliveries";
    }

    @Override
    public int each() {
        return members;
    }

    @Override
    public void prepare(Tx tx) {
        Mailbox.prepare(tx, members);
    }

    @Override
    public void write(Tx tx, long first, int count) {
        RowsAlone.Batch batch = new RowsAlone.Batch(tx, first, count);
        batch.each(
                MessageRow.INSERT,
                id -> MessageRow.of(id, 1, 1, Body.begin(id) + Body.rest(), "{}"));
        tx.executeEach(
                Mailbox.DELIVERY,
                LongStream.range(first, first + count)
                        .boxed()
                        .flatMap(id -> toAll(id).stream())
                        .toList());
        batch.each(LEDGER, id -> new Object[] {id, id + ""});
        tx.executeEach(
                Mailbox.END,
                IntStream.rangeClosed(1, members)
                        .mapToObj(member -> new Object[] {first + count - 1, member})
                        .toList());
        tx.execute(Mailbox.LINES, first + count);
    }

    private List<Object[]> toAll(long id) {
        return IntStream.rangeClosed(1, members)
                .mapToObj(member -> new Object[] {member, id, id, "message"})
                .toList();
    }
}
