package dev.waybill.server.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A server that may die at any time, and the agents and nodes around it, which do at random what they may do.
final class World implements AutoCloseable {
    static final int AGENTS = 24;
    private static final int HOSTS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final String database;
    private final Random random;
    private final Sent sent = new Sent();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<Host> hosts = new ArrayList<>();
    private final String key;
    private ServerProcess server;
    private RelayApi api;
    private int life = 1;

    World(Path folder, String database, long seed) throws IOException, InterruptedException {
        this.folder = folder;
        this.database = database;
        this.random = new Random(seed);
        this.server = ServerProcess.start(folder, 0, database);
        this.key = server.key();
        this.api = new RelayApi(server.url(), key);
        for (int i = 0; i < HOSTS; i++) {
            Host host = new Host(api.node("n" + i));
            host.connect(api);
            hosts.add(host);
        }
        for (int i = 0; i < AGENTS; i++) {
            listeners.add(new Listener("a" + i, api.agent("a" + i), sent));
        }
    }

    Sent sent() {
        return sent;
    }

    List<String> names() {
        return listeners.stream().map(Listener::name).toList();
    }

    /// How to reach the server in its present life.
    synchronized Era era() {
        return new Era(api, life);
    }

    record Era(RelayApi api, int life) {}

    /// Waits for a server that is younger than that; who lost its connection to one that lives waits in vain.
    synchronized Era after(Era gone, Exception reason) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (life == gone.life()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("the server lives, and " + reason.getMessage(), reason);
            }
            wait(PATIENCE.toMillis());
        }
        return era();
    }

    /// One thing that happens.
    void step() throws InterruptedException {
        Listener agent = listeners.get(random.nextInt(AGENTS));
        Host host = hosts.get(random.nextInt(HOSTS));
        int leaveOut = random.nextInt(4) * random.nextInt(2);
        switch (random.nextInt(15)) {
            case 0 -> agent.cut();
            case 1, 2 -> home(agent);
            case 3 -> host.cut();
            case 4, 5 -> host.connect(api);
            case 6 -> toHost(agent, host, true);
            case 7 -> toHost(agent, host, false);
            case 8 -> leaveHost(agent);
            case 9 -> host.settle();
            case 10 -> settle(agent);
            case 11 -> broughtTo(agent, host);
            default -> listenAll(leaveOut);
        }
    }

    private void settle(Listener agent) throws InterruptedException {
        agent.listen();
        agent.ack(0, true);
    }

    private void listenAll(int leaveOut) throws InterruptedException {
        for (Host host : hosts) {
            host.listen(leaveOut);
        }
        for (Listener agent : listeners) {
            agent.listen();
            agent.ack(leaveOut, false);
        }
    }

    private void home(Listener agent) throws InterruptedException {
        if (agent.host() == null) {
            agent.connect(api);
        }
    }

    /// Moves by the word of the owner, or by that of the host alone.
    private void toHost(Listener agent, Host host, boolean bound) throws InterruptedException {
        Host before = agent.host();
        if (!host.connected() || (!bound && before != null && before != host)) {
            return;
        }
        agent.cut();
        if (bound) {
            api.bind(host.name(), agent.name());
        }
        if (before != null && before != host) {
            before.listen(0);
            before.leave(agent);
        }
        host.register(agent);
    }

    /// Moves by the word of the owner, and the host is told nothing but what it is to deliver.
    private void broughtTo(Listener agent, Host host) throws InterruptedException {
        Host before = agent.host();
        if (before == host) {
            return;
        }
        agent.cut();
        api.bind(host.name(), agent.name());
        if (before != null) {
            before.listen(0);
            before.leave(agent);
        }
        host.bring(agent);
    }

    private void leaveHost(Listener agent) throws InterruptedException {
        Host host = agent.host();
        if (host == null) {
            return;
        }
        if (host.connected() && random.nextBoolean()) {
            String id = owned(agent).get("id").asString();
            host.giveUp(agent, id);
        } else {
            host.listen(0);
            api.unbind(host.name(), agent.name());
            host.leave(agent);
        }
        agent.movedTo(null, agent.token());
        agent.connect(api);
    }

    private JsonNode owned(Listener agent) {
        return api.owner("/v1/agents/" + agent.name()).data();
    }

    /// Kills the server and starts it again at the same place.
    void kill() throws IOException, InterruptedException {
        ServerProcess dying = server;
        dying.kill();
        for (Listener agent : listeners) {
            agent.serverDied();
        }
        for (Host host : hosts) {
            host.serverDied();
        }
        ServerProcess next = ServerProcess.start(folder, dying.port(), database);
        synchronized (this) {
            server = next;
            api = new RelayApi(next.url(), key);
            life++;
            notifyAll();
        }
    }

    /// Everyone is connected and acknowledges, until nothing is missing or the time is up; tells what is.
    @Nullable String missingAfter(long seconds) throws InterruptedException {
        connectAll();
        long until = System.nanoTime() + seconds * 1_000_000_000L;
        String missing;
        do {
            listenAll(0);
            missing = missing();
        } while (missing != null && System.nanoTime() < until);
        return missing;
    }

    void settleAll() throws InterruptedException {
        for (Host host : hosts) {
            host.settle();
        }
        for (Listener agent : listeners) {
            settle(agent);
        }
    }

    void connectAll() throws InterruptedException {
        for (Host host : hosts) {
            host.connect(api);
        }
        for (Listener agent : listeners) {
            home(agent);
        }
    }

    private @Nullable String missing() {
        for (Listener agent : listeners) {
            var missing = sent.missing(agent.name(), agent.heard());
            if (!missing.isEmpty()) {
                return agent.name()
                        + (agent.host() == null ? "" : " on " + agent.host().name())
                        + " misses "
                        + missing;
            }
        }
        return null;
    }

    @Override
    public void close() {
        server.close();
    }
}
