package dev.waybill.bench.messaging;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// W3: one message to a channel of many agents, which a few nodes host.
record FanOut(String name) implements Workload {
    private static final int NODES = 4;
    private static final List<Integer> AGENTS = List.of(100, 1000);
    private static final List<Integer> WINDOWS = List.of(1, 8);

    FanOut() {
        this("W3");
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int agents : AGENTS) {
            for (int window : WINDOWS) {
                try (Stage stage = Stage.open(folder, Map.of())) {
                    rows.add(run(stage, rounds, agents, window));
                }
            }
        }
        return rows;
    }

    private Row run(Stage stage, Rounds rounds, int agents, int window) throws Exception {
        Api.Agent sender = stage.api().agent("sender");
        List<Api.Agent> members = stage.api().agents("agent-", agents);
        stage.api().channel("fan", sender, members);
        ClosedLoop loop = new ClosedLoop(window, agents);
        Recipients.hosted(stage, members, NODES, loop::delivered);
        loop.start(
                new Ingress.Plan(stage, List.of(sender), window, () -> "\"channel\":\"fan\""),
                FrameIngress::open);
        return rounds.measure(
                new Row(name, "to " + agents + ", window " + window),
                stage,
                new Rounds.Counted("deliveries", loop.inFlight()::delivered),
                loop.inFlight());
    }
}
