package dev.waybill.bench.messaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// W7: agents that call an action and have its result before they call again. The handler answers at once, so what is
/// measured is what the server adds. A plain send by HTTP on the same server stands beside it.
record Invocations(String name, List<Integer> callers) implements Workload {
    private static final String ACTION = "bench.echo";

    Invocations() {
        this("W7", List.of(1, 16, 128));
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int count : callers) {
            try (Stage stage = Stage.open(folder, Map.of())) {
                rows.addAll(run(stage, rounds, count));
            }
        }
        return rows;
    }

    private List<Row> run(Stage stage, Rounds rounds, int count) throws Exception {
        List<Api.Agent> agents = stage.api().agents("caller-", count);
        Api.Agent handler = stage.api().agent("handler");
        EchoHandler.open(stage, handler, ACTION, count);
        Row plain = measure(stage, rounds, count + " callers, plain send", plain(agents, handler));
        Row told = measure(stage, rounds, count + " callers, result told", told(agents));
        Row waited = measure(stage, rounds, count + " callers, waiting", waiting(agents));
        for (Row row : List.of(told, waited)) {
            for (String percentile : List.of("p50", "p99")) {
                row.add(
                        percentile + " of a plain send",
                        latency(row, percentile) / latency(plain, percentile));
            }
        }
        return List.of(plain, told, waited);
    }

    private static double latency(Row row, String percentile) {
        return Row.median(
                row.figures().getOrDefault("to last " + percentile + " ms", new double[1]));
    }

    private Row measure(Stage stage, Rounds rounds, String what, Asking.Kind kind)
            throws IOException, InterruptedException {
        try (Asking asking = Asking.open(stage, kind)) {
            return rounds.measure(
                    new Row(name, what),
                    stage,
                    new Rounds.Counted("calls", asking.inFlight()::completed),
                    asking.inFlight());
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

    private static Asking.Kind told(List<Api.Agent> agents) {
        return new Asking.Kind(
                agents, "/v1/actions/" + ACTION + "/invoke", 201, true, EchoHandler::input);
    }

    private static Asking.Kind waiting(List<Api.Agent> agents) {
        return new Asking.Kind(
                agents,
                "/v1/actions/" + ACTION + "/invoke?wait=30s",
                200,
                false,
                EchoHandler::input);
    }
}
