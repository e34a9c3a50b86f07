package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.server.store.ReadTx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// What the store allows at most to agents that catch up: their mailboxes are read page after page, and from the start again.
/// Nothing is said to anybody, and nothing acknowledged.
public final class PagesAlone {
    private static final int BATCH = 1000;
    private static final int PAGE = 256;
    private static final String AFTER =
            """
            select d.seq, d.message_id, d.attempt, d.reason, d.status, d.available_at, m.channel_id, m.agent_id,
                   m.text, m.blocks, m.metadata, m.attachments, m.thread_id, m.mode, m.delivery, m.idempotency_key
            from delivery d join message m on m.id = d.message_id
            where d.agent_id = ? and d.seq > ?
            order by d.seq limit ?
            """;

    private final ScratchStore store;
    private final int agents;
    private final AtomicLong read = new AtomicLong();

    private record Place(long seq, String text) {}

    private PagesAlone(ScratchStore store, int agents) {
        this.store = store;
        this.agents = agents;
    }

    /// So many deliveries wait for so many agents.
    public static Row measure(int backlog, int agents, Path parent, Rounds rounds)
            throws IOException, InterruptedException {
        try (ScratchStore store = ScratchStore.open(parent)) {
            PagesAlone alone = new PagesAlone(store, agents);
            alone.fill(backlog);
            try (Endlessly _ = Endlessly.doing(alone::read)) {
                return rounds.alone(
                        new Row("ceiling: pages alone"),
                        new Rounds.Counted("deliveries", alone.read::get));
            }
        }
    }

    private void fill(int backlog) {
        MessageRows rows = new MessageRows(1, agents);
        store.write(rows::prepare);
        for (int first = 1; first <= backlog; first += BATCH) {
            int from = first;
            store.write(tx -> rows.write(tx, from, Math.min(BATCH, backlog - from + 1)));
        }
    }

    private void read() {
        for (int agent = 1; agent <= agents; agent++) {
            readAll(agent);
        }
    }

    private void readAll(int agent) {
        long seq = 0;
        while (seq >= 0 && !Thread.currentThread().isInterrupted()) {
            long after = seq;
            List<Place> page = store.read(tx -> page(tx, agent, after));
            read.addAndGet(page.size());
            seq = page.isEmpty() ? -1 : page.getLast().seq();
        }
    }

    private static List<Place> page(ReadTx tx, int agent, long after) {
        return tx.list(AFTER, row -> new Place(row.number(1), row.text(9)), agent, after, PAGE);
    }
}
