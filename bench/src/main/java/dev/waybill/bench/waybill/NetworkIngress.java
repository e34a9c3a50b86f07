package dev.waybill.bench.waybill;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.wire.Text;
import dev.waybill.protocol.network.PeerId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Envelopes from a real broker to the sessions of agents, which acknowledge each. A number of envelopes is under way at
/// any time, so the rate is one that lasts; an envelope to all is done when every session has it. Beside that, what reading
/// and what the store would allow by themselves.
public final class NetworkIngress {
    private static final byte[] AGENT = Text.key("\"agent\":\"");
    private static final int PROBES = 100;

    /// So many a session is handed at once here, and so many are decided about in one transaction.
    private static final int MOST_HANDED = 64;

    private static final int MOST_DECIDED = 256;

    private final String workload;
    private final Rounds rounds;
    private final List<Load> loads;

    /// With so many sessions, one after the other.
    public NetworkIngress(String workload, Rounds rounds, List<Integer> sessions) {
        this.workload = workload;
        this.rounds = rounds;
        this.loads = sessions.stream().flatMap(NetworkIngress::loads).toList();
    }

    /// What is handed one by one goes to all of several, since all of one is one.
    private static Stream<Load> loads(int sessions) {
        return sessions == 1
                ? Stream.of(
                        new Load(1, false, 1, 1024),
                        new Load(1, false, MOST_HANDED, 1024),
                        new Load(1, true, MOST_HANDED, 1024))
                : Stream.of(
                        new Load(sessions, false, 1, 2048),
                        new Load(sessions, false, MOST_HANDED, 2048),
                        new Load(sessions, true, 1, 128),
                        new Load(sessions, true, MOST_HANDED, 128));
    }

    /// @param handed how many a session is given before it has acknowledged the first
    private record Load(int sessions, boolean toAll, int handed, int window) {
        String words() {
            return "%d session%s, %s, %d handed at once"
                    .formatted(
                            sessions,
                            sessions == 1 ? "" : "s",
                            toAll ? "to all" : "to one",
                            handed);
        }

        Shape shape() {
            return toAll ? Shape.toAll(window, sessions) : Shape.toOne(1, window, sessions);
        }
    }

    public List<Result> run(Programs programs, Path folder, Build build) throws Exception {
        List<Result> results = new ArrayList<>();
        try (Broker broker = Broker.start(programs, folder);
                Publisher publisher = Publisher.connect(broker.url())) {
            List<Row> ceilings =
                    List.of(
                            ReadingAlone.measure(publisher, broker.url(), rounds),
                            RowsAlone.ofEnvelopes(MOST_HANDED, folder, rounds),
                            RowsAlone.ofEnvelopes(MOST_DECIDED, folder, rounds));
            for (Load load : loads) {
                try (Stage stage = Stage.open(folder, with(build, broker, load))) {
                    List<Row> rows = new ArrayList<>();
                    rows.add(row(stage, publisher, load));
                    rows.addAll(ceilings);
                    results.add(new Result(workload, load.words(), List.of("envelopes/s"), rows));
                }
            }
        }
        return results;
    }

    private static Build with(Build build, Broker broker, Load load) {
        Map<String, String> settings = new HashMap<>(build.settings());
        settings.put("WAYBILL_NATS_URL", broker.url());
        settings.put("WAYBILL_NETWORK_QUEUE_DEPTH", "1000000");
        settings.put("WAYBILL_NETWORK_IN_FLIGHT", Integer.toString(load.handed()));
        return new Build(build.launcher(), settings);
    }

    private Row row(Stage stage, Publisher publisher, Load load)
            throws IOException, InterruptedException {
        List<Api.Agent> agents = stage.api().agents("agent-", load.sessions());
        List<PeerId> peers =
                Api.each(agents.size(), number -> join(stage.api(), agents.get(number)));
        ClosedLoad envelopes = new ClosedLoad(load.shape());
        envelopes.into(new Saying(stage, publisher, load, peers, envelopes.inFlight()));
        Set<String> silent = ConcurrentHashMap.newKeySet();
        agents.forEach(agent -> silent.add(agent.name()));
        Recipients.direct(
                stage,
                agents,
                frame -> {
                    if (Publisher.isProbe(frame)) {
                        silent.remove(frame.string(AGENT));
                    } else {
                        envelopes.inFlight().delivered(Publisher.number(frame));
                    }
                });
        awaitAll(publisher, agents, peers, silent);
        try (envelopes) {
            return rounds.all(
                    new Row("waybill"),
                    stage.process(),
                    new Rounds.Counted("envelopes", envelopes.inFlight()::completed),
                    envelopes);
        }
    }

    private static PeerId join(Api api, Api.Agent agent) {
        return new PeerId(
                api.post(
                                "/v1/network/sessions",
                                agent.token(),
                                "{\"channel\":\"" + Publisher.CHANNEL + "\"}")
                        .path("peer_id")
                        .asString());
    }

    /// What is published before the server listens is lost.
    private static void awaitAll(
            Publisher publisher, List<Api.Agent> agents, List<PeerId> peers, Set<String> silent)
            throws IOException, InterruptedException {
        for (int i = 0; i < PROBES && !silent.isEmpty(); i++) {
            for (int number = 0; number < peers.size(); number++) {
                if (silent.contains(agents.get(number).name())) {
                    publisher.probe(peers.get(number));
                }
            }
            Thread.sleep(200);
        }
        if (!silent.isEmpty()) {
            throw new IOException(silent.size() + " sessions hear nothing");
        }
    }

    /// Says what a load sends.
    private record Saying(
            Stage stage, Publisher publisher, Load load, List<PeerId> peers, Heard heard)
            implements Scene {
        /// The broker confirms nothing, so what is handed to it counts as confirmed.
        @Override
        public void send(int sender, int recipient, long number) {
            stage.loop()
                    .perform(
                            () -> {
                                publisher.say(number, load.toAll() ? null : peers.get(recipient));
                                heard.confirmed(number);
                            });
        }

        @Override
        public void listen() {}

        @Override
        public void hush() {}

        @Override
        public void close() {}
    }
}
