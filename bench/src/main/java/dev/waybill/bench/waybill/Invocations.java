package dev.waybill.bench.waybill;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Load;
import dev.waybill.bench.load.OpenLoad;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Agents that call an action: each as soon as it has the result of its last call, or all together so many times a second. The
/// handler answers at once, so what is measured is what the server adds. A plain send by HTTP on the same server stands beside
/// it, and what two commits take.
public final class Invocations {
    private static final List<Pace> PACES =
            List.of(new Pace(1, 0), new Pace(16, 0), new Pace(128, 0), new Pace(16, 200));
    private static final List<String> COMPARED = List.of("to last p50 ms", "to last p99 ms");

    private final String workload;
    private final Rounds rounds;

    public Invocations(String workload, Rounds rounds) {
        this.workload = workload;
        this.rounds = rounds;
    }

    /// @param perSecond how often all of them call together, whatever became of the calls before; 0 for as often as they can
    private record Pace(int callers, int perSecond) {
        String words() {
            return "%d caller%s of an action%s"
                    .formatted(
                            callers,
                            callers == 1 ? "" : "s",
                            perSecond == 0 ? "" : ", %d calls/s".formatted(perSecond));
        }

        Load load(boolean told) {
            Shape shape = Shape.toOne(callers, 1, 1);
            if (perSecond == 0) {
                return told ? new ClosedLoad(shape) : ClosedLoad.unheard(shape);
            }
            return told ? new OpenLoad(shape, perSecond) : OpenLoad.unheard(shape, perSecond);
        }
    }

    public List<Result> run(Path folder, Build build) throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (Pace pace : PACES) {
            List<Row> rows = new ArrayList<>();
            try (Stage stage = Stage.open(folder, build)) {
                rows.addAll(rows(stage, pace));
            }
            rows.add(CommitsAlone.measure(pace.load(false), folder, rounds));
            results.add(new Result(workload, pace.words(), COMPARED, rows));
        }
        return results;
    }

    /// Each way has agents of its own: who waits for a result hears of it on its socket as well, if it has one.
    private List<Row> rows(Stage stage, Pace pace) throws IOException, InterruptedException {
        int count = pace.callers();
        Api.Agent reader = stage.api().agent("reader");
        Recipients.direct(stage, List.of(reader), _ -> {});
        String action = EchoHandler.open(stage, "echo", count);
        List<Way> ways = new ArrayList<>();
        try {
            ways.add(
                    new Way(
                            "call, result told",
                            stage,
                            Asking.Kind.calls(
                                    stage.api().agents("told-", count), action, 201, true),
                            pace));
            ways.add(
                    new Way(
                            "call, waiting",
                            stage,
                            Asking.Kind.calls(
                                    stage.api().agents("waiting-", count), action, 200, false),
                            pace));
            ways.add(
                    new Way(
                            "plain send",
                            stage,
                            plain(stage.api().agents("sender-", count), reader),
                            pace));
            takeTurns(ways);
        } finally {
            ways.forEach(Way::close);
        }
        return ways.stream().map(way -> way.row).toList();
    }

    /// A round each, each time another one first.
    private void takeTurns(List<Way> ways) throws InterruptedException {
        for (Way way : ways) {
            rounds.warmUp(way.counted, way.load);
        }
        for (int round = 0; round < rounds.count(); round++) {
            for (int place = 0; place < ways.size(); place++) {
                ways.get((round + place) % ways.size()).take(rounds);
            }
        }
        ways.forEach(way -> way.row.add("faults", way.load.inFlight().faults()));
    }

    /// One of the things that are asked, with all that ask for it.
    private static final class Way implements AutoCloseable {
        private final Row row;
        private final Stage stage;
        private final Load load;
        private final Asking asking;
        private final Rounds.Counted counted;

        Way(String what, Stage stage, Asking.Kind kind, Pace pace) throws IOException {
            this.row = new Row(what);
            this.stage = stage;
            this.load = pace.load(kind.told());
            this.counted = new Rounds.Counted("calls", load.inFlight()::completed);
            this.asking = new Asking(stage, kind, load.inFlight());
            asking.listen();
            load.into(asking);
        }

        void take(Rounds rounds) throws InterruptedException {
            rounds.take(row, stage.process(), counted, load);
        }

        @Override
        public void close() {
            load.close();
            asking.close();
        }
    }

    private static Asking.Kind plain(List<Api.Agent> agents, Api.Agent to) {
        return new Asking.Kind(
                agents,
                "/v1/dm",
                201,
                false,
                number -> "{\"to\":\"" + to.name() + "\",\"text\":\"" + number + "\"}");
    }
}
