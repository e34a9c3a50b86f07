package dev.waybill.bench.waybill;

import dev.waybill.bench.load.InFlight;
import dev.waybill.bench.load.Load;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Scene;
import java.io.IOException;
import java.nio.file.Path;

/// What being durable costs a call at least: a commit for the call and then one for its result, each with the rows of one message, by
/// the store in this process. Nobody is asked, nothing is received or decided.
final class CommitsAlone implements Scene {
    private final ScratchStore store;
    private final MessageRows rows = new MessageRows(1, 1);
    private final InFlight inFlight;

    private CommitsAlone(ScratchStore store, InFlight inFlight) {
        this.store = store;
        this.inFlight = inFlight;
    }

    static Row measure(Load load, Path parent, Rounds rounds)
            throws IOException, InterruptedException {
        try (ScratchStore store = ScratchStore.open(parent);
                load) {
            CommitsAlone alone = new CommitsAlone(store, load.inFlight());
            alone.listen();
            load.into(alone);
            return rounds.all(
                    new Row("ceiling: two commits"),
                    Proc.self(),
                    new Rounds.Counted("calls", load.inFlight()::completed),
                    load);
        }
    }

    @Override
    public void listen() {
        store.write(rows::prepare);
    }

    @Override
    public void send(int caller, int recipient, long number) {
        Thread.ofVirtual().start(() -> call(number));
    }

    @Override
    public void hush() {}

    @Override
    public void close() {}

    private void call(long number) {
        store.write(tx -> rows.write(tx, 2 * number, 1));
        store.write(tx -> rows.write(tx, 2 * number + 1, 1));
        inFlight.confirmed(number);
    }
}
