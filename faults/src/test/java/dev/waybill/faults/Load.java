package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import tools.jackson.databind.JsonNode;

/// People at work. Whatever breaks, they try again, as real ones do: a message under the same key, a session from where it was.
final class Load implements AutoCloseable {
    private static final long PAUSE_NANOS = 20_000_000;

    private final Api api;
    private final History history;
    private final Acks acks;
    private final List<IntSupplier> doors;
    private final Random seeds;
    private final Json json = new Json(JsonLimits.STORED);
    private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService agents = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<FrameSocket> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean sending = true;
    private volatile boolean listening = true;

    Load(Api api, History history, Acks acks, List<IntSupplier> doors, long seed) {
        this.api = api;
        this.history = history;
        this.acks = acks;
        this.doors = doors;
        this.seeds = new Random(seed);
    }

    /// How somebody sends.
    interface Manner {
        Sender of(Sender.Desk desk, Person person, List<Sender.Target> targets, Random random);
    }

    /// Keeps sending to one or the other of these.
    void send(Person sender, List<Sender.Target> to, Manner manner) {
        Random random = new Random(seeds.nextLong());
        Random doorway = new Random(seeds.nextLong());
        Sender.Desk desk = new Sender.Desk(api, history, () -> somewhere(doorway), () -> sending);
        senders.execute(manner.of(desk, sender, to, random));
    }

    /// Has a session of its own, and comes back when it breaks.
    void listen(Person agent) {
        Random random = new Random(seeds.nextLong());
        agents.execute(
                () -> {
                    while (listening) {
                        long begun = history.now();
                        try (FrameSocket socket =
                                FrameSocket.open(somewhere(random), agent.nodeToken())) {
                            listen(socket, agent, begun);
                        } catch (IOException _) {
                            LockSupport.parkNanos(PAUSE_NANOS + random.nextLong(PAUSE_NANOS));
                        }
                    }
                });
    }

    private void listen(FrameSocket socket, Person agent, long begun) throws IOException {
        sessions.add(socket);
        acks.opened(agent.name(), begun);
        try {
            socket.send(Sender.REGISTER);
            socket.read(frame -> heard(socket, agent, begun, json.tree(frame)));
        } finally {
            sessions.remove(socket);
            acks.ended(begun);
        }
    }

    /// Every session breaks; their agents come back.
    void cutOff() {
        sessions.forEach(FrameSocket::close);
    }

    private void heard(FrameSocket socket, Person agent, long begun, JsonNode frame) {
        if (frame.path("type").asString("").equals("error")) {
            socket.close(); // it was not let in; it comes again
            return;
        }
        long seq = frame.path("seq").asLong(0);
        if (!frame.path("type").asString("").equals("deliver") || seq == 0) {
            return;
        }
        boolean heard =
                history.received(
                        agent.name(), begun, seq, text(frame.path("payload").path("data")));
        if (!heard || !listening) {
            socket.close();
            return;
        }
        try {
            socket.send(ack(agent, seq));
            acks.sent(begun, seq);
        } catch (IOException _) {
            socket.close();
        }
    }

    static String ack(Person agent, long upTo) {
        return "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"%s\",\"up_to_seq\":%d}"
                .formatted(agent.name(), upTo);
    }

    static String text(JsonNode data) {
        JsonNode nested = data.path("message").path("text");
        return nested.isString() ? nested.asString() : data.path("text").asString("");
    }

    /// Has no session: asks for what there is and settles one after the other.
    void poll(Person agent) {
        Random random = new Random(seeds.nextLong());
        agents.execute(
                () -> {
                    while (listening) {
                        try {
                            long begun = history.now();
                            JsonNode found =
                                    api.get(
                                                    somewhere(random),
                                                    "/v1/deliveries?wait=2s&limit=50",
                                                    agent.token())
                                            .data();
                            for (JsonNode one : found) {
                                settle(agent, begun, one, somewhere(random));
                            }
                        } catch (IOException _) {
                            LockSupport.parkNanos(PAUSE_NANOS);
                        }
                    }
                });
    }

    private void settle(Person agent, long begun, JsonNode one, int port) throws IOException {
        JsonNode delivery = one.has("delivery") ? one.path("delivery") : one;
        long seq = delivery.path("seq").asLong(0);
        if (seq == 0) {
            return;
        }
        boolean heard =
                history.received(
                        agent.name(), begun, seq, one.path("message").path("text").asString(""));
        if (heard
                && api.post(
                                port,
                                "/v1/deliveries/" + delivery.path("id").asString() + "/ack",
                                agent.token(),
                                "{}")
                        .good()) {
            history.settledSingly(agent.name(), seq);
        }
    }

    private int somewhere(Random random) {
        return doors.get(random.nextInt(doors.size())).getAsInt();
    }

    /// Returns when the last one has given up or got its answer.
    void stopSending() {
        sending = false;
        end(senders);
    }

    @Override
    public void close() {
        sending = false;
        listening = false;
        senders.shutdownNow();
        agents.shutdownNow();
        end(senders);
        end(agents);
    }

    private static void end(ExecutorService threads) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the load did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
