package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Agents that call an action and have its result before they call again. The handler answers at once, so what is
/// measured is what the server adds. A plain send by HTTP on the same server stands beside it.
public final class Invocations {
    private static final List<Integer> CALLERS = List.of(1, 16, 128);
    private static final List<String> COMPARED = List.of("to last p50 ms", "to last p99 ms");

    private final String workload;
    private final Rounds rounds;

    public Invocations(String workload, Rounds rounds) {
        this.workload = workload;
        this.rounds = rounds;
    }

    public List<Result> run(Path folder, Build build) throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (int count : CALLERS) {
            try (Stage stage = Stage.open(folder, build)) {
                results.add(
                        new Result(
                                workload,
                                "%d caller%s of an action".formatted(count, count == 1 ? "" : "s"),
                                COMPARED,
                                rows(stage, count)));
            }
        }
        return results;
    }

    private List<Row> rows(Stage stage, int count) throws IOException, InterruptedException {
        List<Api.Agent> agents = stage.api().agents("caller-", count);
        Api.Agent reader = stage.api().agent("reader");
        Recipients.direct(stage, List.of(reader), _ -> {});
        Row plain = measure(stage, "plain send", plain(agents, reader));
        // Each has a handler of its own: connections that nobody uses meanwhile are closed.
        Row told =
                measure(
                        stage,
                        "call, result told",
                        calls(agents, EchoHandler.open(stage, "told", count), 201, true));
        Row waited =
                measure(
                        stage,
                        "call, waiting",
                        calls(agents, EchoHandler.open(stage, "waiting", count), 200, false));
        return List.of(told, waited, plain);
    }

    private Row measure(Stage stage, String what, Asking.Kind kind)
            throws IOException, InterruptedException {
        try (Asking asking = Asking.open(stage, kind)) {
            return rounds.all(
                    new Row(what),
                    stage.process(),
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

    private static Asking.Kind calls(
            List<Api.Agent> agents, String action, int status, boolean told) {
        String path = "/v1/actions/" + action + "/invoke";
        return new Asking.Kind(
                agents, told ? path : path + "?wait=30s", status, told, EchoHandler::input);
    }
}
