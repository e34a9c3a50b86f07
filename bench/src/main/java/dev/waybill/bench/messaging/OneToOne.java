package dev.waybill.bench.messaging;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// W1 and W2: senders with a window each, one recipient for each message.
record OneToOne(String name, int senders, int window, int agents, Map<String, Ingress.Way> ways)
        implements Workload {
    static OneToOne single() {
        return new OneToOne("W1", 1, 256, 1, Map.of("frames", FrameIngress::open));
    }

    static OneToOne many() {
        Map<String, Ingress.Way> ways = new LinkedHashMap<>();
        ways.put("frames", FrameIngress::open);
        ways.put("batches of 16", BatchIngress::open);
        ways.put("one request each", HttpIngress::open);
        return new OneToOne("W2", 16, 32, 100, ways);
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        List<Row> rows = new ArrayList<>();
        for (var way : ways.entrySet()) {
            try (Stage stage = Stage.open(folder, Map.of())) {
                rows.add(run(stage, rounds, way.getKey(), way.getValue()));
            }
        }
        return rows;
    }

    private Row run(Stage stage, Rounds rounds, String what, Ingress.Way way) throws Exception {
        List<Api.Agent> from = stage.api().agents("sender-", senders);
        List<Api.Agent> to = stage.api().agents("agent-", agents);
        ClosedLoop loop = new ClosedLoop(senders * window, 1);
        Recipients.direct(stage, to, loop::delivered);
        loop.start(new Ingress.Plan(stage, from, window, new InTurn(to)), way);
        return rounds.measure(
                new Row(name, what),
                stage,
                new Rounds.Counted("messages", loop.inFlight()::completed),
                loop.inFlight());
    }

    /// One agent after the other.
    static final class InTurn implements Ingress.Target {
        private final List<Api.Agent> agents;
        private int next;

        InTurn(List<Api.Agent> agents) {
            this.agents = agents;
        }

        @Override
        public String next() {
            next = (next + 1) % agents.size();
            return "\"to\":\"" + agents.get(next).name() + "\"";
        }
    }
}
