package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.process.PostgresServer;
import dev.waybill.server.message.Filing;
import dev.waybill.server.store.Tx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/// What the store allows at most: rows as they would be left behind, so many to a commit, and filed under their rooms, while
/// nothing is received, decided or delivered.
public final class RowsAlone {
    private final ScratchStore store;
    private final Filing filing;
    private final Rows rows;
    private final int together;
    private final AtomicLong written = new AtomicLong();

    /// What is written for each of some numbers.
    interface Rows {
        String unit();

        /// How many of that a number makes.
        default int each() {
            return 1;
        }

        /// What has to be there before.
        default void prepare(Tx tx) {}

        void write(Tx tx, long first, int count);
    }

    /// Some numbers, one after the other, within one transaction.
    record Batch(Tx tx, long first, int count) {
        void each(String sql, LongFunction<Object[]> row) {
            tx.executeEach(sql, LongStream.range(first, first + count).mapToObj(row).toList());
        }
    }

    /// Opens a store for one measurement.
    private interface Opening {
        ScratchStore open() throws IOException;
    }

    private RowsAlone(ScratchStore store, Filing filing, Rows rows, int together) {
        this.store = store;
        this.filing = filing;
        this.rows = rows;
        this.together = together;
    }

    /// Those of messages from so many agents to so many others.
    public static Row ofMessages(
            int senders, int recipients, int together, Path parent, Rounds rounds)
            throws IOException, InterruptedException {
        return measure(new MessageRows(senders, recipients), together, parent, rounds);
    }

    /// The same on PostgreSQL, whose work counts with that of this process.
    public static Row ofMessagesOn(
            PostgresServer database,
            int senders,
            int recipients,
            int together,
            Path parent,
            Rounds rounds)
            throws IOException, InterruptedException {
        return measure(
                new Row("ceiling: rows alone on PostgreSQL, %d to a commit".formatted(together)),
                () -> ScratchStore.openOn(database, parent),
                new MessageRows(senders, recipients),
                together,
                database.proc().and(Proc.self()),
                rounds);
    }

    /// Those of messages to a channel of so many agents.
    public static Row ofChannel(int members, int together, Path parent, Rounds rounds)
            throws IOException, InterruptedException {
        return measure(new ChannelRows(members), together, parent, rounds);
    }

    static Row ofEnvelopes(int together, Path parent, Rounds rounds)
            throws IOException, InterruptedException {
        return measure(new EnvelopeRows(), together, parent, rounds);
    }

    private static Row measure(Rows rows, int together, Path parent, Rounds rounds)
            throws IOException, InterruptedException {
        return measure(
                new Row("ceiling: rows alone, %d to a commit".formatted(together)),
                () -> ScratchStore.open(parent),
                rows,
                together,
                Proc.self(),
                rounds);
    }

    private static Row measure(
            Row row, Opening opening, Rows rows, int together, Proc busy, Rounds rounds)
            throws IOException, InterruptedException {
        try (ScratchStore store = opening.open();
                Filing filing = new Filing(store.database())) {
            RowsAlone alone = new RowsAlone(store, filing, rows, together);
            store.write(rows::prepare);
            filing.start();
            try (Endlessly _ = Endlessly.doing(alone::write)) {
                return rounds.alone(
                        row,
                        busy,
                        new Rounds.Counted(rows.unit(), () -> alone.written.get() * rows.each()));
            }
        }
    }

    private void write() {
        long first = written.get() + 1;
        store.write(tx -> rows.write(tx, first, together));
        written.addAndGet(together);
        for (int one = 0; one < together; one++) {
            filing.ring();
        }
    }
}
