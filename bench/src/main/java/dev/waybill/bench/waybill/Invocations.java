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

    private List<Row> rows(Stage stage, Pace pace) throws IOException, InterruptedException {
        int count = pace.callers();
        List<Api.Agent> agents = stage.api().agents("caller-", count);
        Api.Agent reader = stage.api().agent("reader");
        Recipients.direct(stage, List.of(reader), _ -> {});
        Row plain = measure(stage, "plain send", plain(agents, reader), pace);
        // Each has a handler of its own: connections that nobody uses meanwhile are closed.
        Row told =
                measure(
                        stage,
                        "call, result told",
                        Asking.Kind.calls(
                                agents, EchoHandler.open(stage, "told", count), 201, true),
                        pace);
        Row waited =
                measure(
                        stage,
                        "call, waiting",
                        Asking.Kind.calls(
                                agents, EchoHandler.open(stage, "waiting", count), 200, false),
                        pace);
        return List.of(told, waited, plain);
    }

    private Row measure(Stage stage, String what, Asking.Kind kind, Pace pace)
            throws IOException, InterruptedException {
        try (Load load = pace.load(kind.told());
                Asking asking = new Asking(stage, kind, load.inFlight())) {
            asking.listen();
            load.into(asking);
            return rounds.all(
                    new Row(what),
                    stage.process(),
                    new Rounds.Counted("calls", load.inFlight()::completed),
                    load);
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
