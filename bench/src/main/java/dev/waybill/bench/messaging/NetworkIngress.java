package dev.waybill.bench.messaging;

import dev.waybill.protocol.network.PeerId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// W7n: envelopes from a real broker to the sessions of agents, which acknowledge each. A number of envelopes is under
/// way at any time, so the rate is one that lasts; an envelope to all is done when every session has it. Before that, what
/// reading and what the store would allow by themselves.
record NetworkIngress(String name, List<Load> loads) implements Workload {
    private static final byte[] AGENT = Text.key("\"agent\":\"");
    private static final int PROBES = 100;

    /// So many a session is handed at once here, and so many are decided about in one transaction.
    private static final int MOST_HANDED = 64;

    private static final int MOST_DECIDED = 256;

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
    }

    NetworkIngress() {
        this(
                "W7n",
                List.of(
                        new Load(1, false, 1, 1024),
                        new Load(1, false, MOST_HANDED, 1024),
                        new Load(1, true, MOST_HANDED, 1024),
                        new Load(50, false, 1, 2048),
                        new Load(50, false, 64, 2048),
                        new Load(50, true, 1, 128),
                        new Load(50, true, 64, 128)));
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Broker broker = Broker.start(folder);
                Publisher publisher = Publisher.connect(broker.url())) {
            rows.add(ReadingAlone.measure(name, publisher, broker.url(), rounds));
            rows.add(RowsAlone.measure(name, folder, MOST_HANDED, rounds));
            rows.add(RowsAlone.measure(name, folder, MOST_DECIDED, rounds));
            double ceiling = rate(rows.getLast());
            for (Load load : loads) {
                Map<String, String> settings =
                        Map.of(
                                "WAYBILL_NATS_URL",
                                broker.url(),
                                "WAYBILL_NETWORK_QUEUE_DEPTH",
                                "1000000",
                                "WAYBILL_NETWORK_IN_FLIGHT",
                                Integer.toString(load.handed()));
                try (Stage stage = Stage.open(folder, settings)) {
                    Row row = run(stage, publisher, load, rounds);
                    rows.add(row.add("% of rows alone", 100 * rate(row) / ceiling));
                }
            }
        }
        return rows;
    }

    private static double rate(Row row) {
        return Row.median(row.figures().getOrDefault("envelopes/s", new double[1]));
    }

    private Row run(Stage stage, Publisher publisher, Load load, Rounds rounds)
            throws IOException, InterruptedException {
        List<Api.Agent> agents = stage.api().agents("agent-", load.sessions());
        List<PeerId> peers =
                Api.each(agents.size(), number -> join(stage.api(), agents.get(number)));
        Saying saying = new Saying(publisher, load, peers);
        Set<String> silent = ConcurrentHashMap.newKeySet();
        agents.forEach(agent -> silent.add(agent.name()));
        Recipients.direct(
                stage,
                agents,
                frame -> {
                    if (Publisher.isProbe(frame)) {
                        silent.remove(frame.string(AGENT));
                    } else {
                        saying.inFlight.delivered(Publisher.number(frame));
                    }
                });
        awaitAll(publisher, agents, peers, silent);
        stage.loop().execute(saying::start);
        return rounds.measure(
                new Row(name, load.words()),
                stage,
                new Rounds.Counted("envelopes", saying.inFlight::completed),
                saying.inFlight);
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

    /// Says the next when one has reached everybody it is for.
    private static final class Saying {
        private final Publisher publisher;
        private final List<PeerId> peers;
        private final boolean toAll;
        private final InFlight inFlight;
        private int next;

        Saying(Publisher publisher, Load load, List<PeerId> peers) {
            this.publisher = publisher;
            this.peers = peers;
            this.toAll = load.toAll();
            this.inFlight = new InFlight(load.window(), toAll ? peers.size() : 1, this::say);
        }

        void start() {
            for (int slot = 0; slot < inFlight.slots(); slot++) {
                say(slot);
            }
        }

        /// The broker confirms nothing, so what is handed to it counts as confirmed.
        private void say(int slot) {
            long number = inFlight.begin(slot, System.nanoTime());
            next = (next + 1) % peers.size();
            publisher.say(number, toAll ? null : peers.get(next));
            inFlight.confirmed(number);
        }
    }
}
