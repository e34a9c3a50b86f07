package dev.waybill.bench.run;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Disk;
import dev.waybill.bench.load.Load;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Scene;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Lets everybody take turns: a round each, again and again, so that a slow minute of the machine hits them alike.
/// While one is loaded, the others run and wait.
final class Turns implements AutoCloseable {
    private final Rounds rounds;
    private final Disk disk;
    private final List<Turn> turns = new ArrayList<>();

    Turns(Rounds rounds, Path folder) {
        this.rounds = rounds;
        this.disk = new Disk(folder);
    }

    private record Turn(
            Contender contender, Scene scene, Load load, Rounds.Counted counted, Row row) {}

    /// What is counted of a load.
    interface Counting {
        Rounds.Counted of(Load load);

        Counting MESSAGES = load -> new Rounds.Counted("messages", load.inFlight()::completed);
        Counting DELIVERIES = load -> new Rounds.Counted("deliveries", load.inFlight()::delivered);
        Counting CALLS = load -> new Rounds.Counted("calls", load.inFlight()::completed);
    }

    /// Adds one, with everybody connected that the scene is for.
    void add(Contender contender, Load load, SceneOf scene, Counting counting) throws Exception {
        System.err.println("  " + contender.name() + " prepares");
        Scene opened = scene.open(contender, load);
        opened.listen();
        load.into(opened);
        Row row = new Row(contender.name());
        turns.add(new Turn(contender, opened, load, counting.of(load), row));
    }

    /// Opens the scene of a load.
    interface SceneOf {
        Scene open(Contender contender, Load load) throws Exception;
    }

    List<Row> rows() throws Exception {
        for (Turn turn : turns) {
            System.err.println("  " + turn.contender.name() + " warms up");
            rounds.warmUp(turn.counted, turn.load);
            rounds.rest(turn.contender.process());
        }
        for (int round = 0; round < rounds.count(); round++) {
            System.err.printf("  round %d of %d%n", round + 1, rounds.count());
            turns.getFirst().row.add("bare fsyncs/s", disk.appendsPerSecond());
            for (int place = 0; place < turns.size(); place++) {
                take(turns.get((round + place) % turns.size()));
            }
        }
        turns.forEach(turn -> turn.row.add("faults", turn.load.inFlight().faults()));
        return turns.stream().map(Turn::row).toList();
    }

    private void take(Turn turn) throws InterruptedException {
        double done = rounds.take(turn.row, turn.contender.process(), turn.counted, turn.load);
        turn.row.add("µs afterwards", rounds.rest(turn.contender.process()) / done);
    }

    @Override
    public void close() throws IOException {
        for (Turn turn : turns) {
            turn.load.close();
            turn.scene.close();
        }
    }
}
