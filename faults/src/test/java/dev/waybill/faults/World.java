package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Servers, and the people on them: 16 who send and many who are sent to, with all that they saw.
final class World implements AutoCloseable {
    /// As in workload W2.
    static final int MANY = 100;

    /// Enough where it is not about the load.
    static final int SOME = 20;

    private static final int SENDERS = 16;

    /// The first of them post to a channel as well, one of so many messages; both are in it, with one of so many agents.
    private static final int POSTERS = 2;

    private static final int POSTS = 8;
    private static final int MEMBERS = 5;
    private static final String CHANNEL = "crowd";

    /// One of so many has no socket and asks for what there is.
    private static final int POLLERS = 10;

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String KEPT =
            """
            select 'agent: ' || a.delivery_seq || ' given, ' || a.ack_seq || ' acked, ' || a.transport_seq || ' arrived; row:',
                d.seq || ' ' || coalesce(d.status, 'open')
            from agent a left join message m on m.text = ?
            left join delivery d on d.message_id = m.id and d.agent_id = a.id
            where a.name = ?
            """;

    private final Api api = new Api();
    private final History history = new History();
    private final Acks acks = Acks.byTheClock();
    private final List<ServerProcess> servers;
    private final StoreConfig store;
    private final List<Person> senders;
    private final List<Person> agents;
    private final Load load;

    /// Somebody on a server: what they are called, and what they show to routes and to sockets.
    record Person(String name, String token, String nodeToken) {}

    /// The servers are running, on one store.
    World(List<ServerProcess> servers, StoreConfig store, Random random, int agents) {
        this(servers, store, random, agents, servers.stream().map(World::door).toList());
    }

    /// The same, where people go through other doors than those of the servers.
    World(
            List<ServerProcess> servers,
            StoreConfig store,
            Random random,
            int agents,
            List<IntSupplier> doors) {
        this.servers = servers;
        this.store = store;
        this.senders = people("sender-", SENDERS);
        this.agents = people("agent-", agents);
        this.load = new Load(api, history, acks, doors, random.nextLong());
        members().forEach(this::join);
    }

    private static IntSupplier door(ServerProcess server) {
        return server::port;
    }

    History history() {
        return history;
    }

    List<Person> agents() {
        return agents;
    }

    /// Somebody who takes no part.
    Person newcomer(String name) {
        return person(servers.getFirst(), name);
    }

    List<Person> newcomers(String prefix, int count) {
        return people(prefix, count);
    }

    /// From now on everybody is at work, through whatever happens.
    void begin() {
        for (int i = 0; i < agents.size(); i++) {
            if (i % POLLERS == 0) {
                load.poll(agents.get(i));
            } else {
                load.listen(agents.get(i));
            }
        }
        senders.subList(0, POSTERS).forEach(load::listen);
        for (int i = 0; i < SENDERS; i++) {
            load.send(senders.get(i), targets(i), manner(i));
        }
        awaitConfirmed(history.confirmed() + 50);
    }

    /// Half of them as fast as it goes, on a socket; the others by batches and by single requests.
    private static Load.Manner manner(int sender) {
        return switch (sender % 4) {
            case 1 -> BatchSender::new;
            case 3 -> RequestSender::new;
            default -> PipelineSender::new;
        };
    }

    private List<Sender.Target> targets(int sender) {
        List<Sender.Target> targets = new ArrayList<>();
        agents.forEach(agent -> targets.add(Sender.Target.agent(agent.name())));
        if (sender < POSTERS) {
            Set<String> others = new HashSet<>();
            members().forEach(member -> others.add(member.name()));
            // Whoever posts does not get it.
            others.remove(senders.get(sender).name());
            targets.addAll(
                    Collections.nCopies(
                            Math.max(1, agents.size() / POSTS),
                            Sender.Target.channel(CHANNEL, others)));
        }
        return targets;
    }

    private List<Person> members() {
        List<Person> members = new ArrayList<>(senders.subList(0, POSTERS));
        for (int i = 0; i < agents.size(); i += MEMBERS) {
            members.add(agents.get(i));
        }
        return members;
    }

    /// The first makes the channel.
    private void join(Person member) {
        int port = servers.getFirst().port();
        try {
            if (member.equals(senders.getFirst())) {
                api.post(port, "/v1/channels", member.token(), "{\"name\":\"" + CHANNEL + "\"}")
                        .orThrow();
            }
            api.post(port, "/v1/channels/" + CHANNEL + "/join", member.token(), "{}").orThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until so many were confirmed in all.
    void awaitConfirmed(long count) {
        await("confirmed messages", () -> history.confirmed() >= count);
    }

    /// Waits until nothing is confirmed any more.
    void awaitStandstill() {
        await("a standstill", this::standsStill);
    }

    private boolean standsStill() {
        long before = history.confirmed();
        LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
        return history.confirmed() == before;
    }

    /// Sends one message by a request, beside all the others, and tells what the server says; it is not in the history.
    Api.Answer sendOnce(String text) throws IOException {
        return sendOnce(senders.getLast().name(), text);
    }

    /// Asks for something that is stored.
    Api.Answer read(String path) throws IOException {
        return api.get(servers.getFirst().port(), path, senders.getFirst().token());
    }

    /// The same, and waits so long for an answer.
    Api.Answer read(String path, Duration patience) throws IOException {
        return api.get(servers.getFirst().port(), path, senders.getFirst().token(), patience);
    }

    Api.Answer sendOnce(String to, String text) throws IOException {
        return api.post(
                servers.getFirst().port(),
                "/v1/dm",
                senders.getFirst().token(),
                "{\"to\":\"%s\",\"text\":\"%s\"}".formatted(to, text));
    }

    /// What the clock of the first server says.
    Instant serverTime() throws IOException {
        String key = "clock-" + history.now();
        api.post(
                        servers.getFirst().port(),
                        "/v1/dm",
                        senders.getFirst().token(),
                        "{\"to\":\"%s\",\"text\":\"tick\"}".formatted(senders.getLast().name()),
                        new Api.Wish(key, true))
                .orThrow();
        try (Inspection inspection = Inspection.open(store, servers.getFirst().data())) {
            return inspection.read(
                    tx ->
                            tx.first(
                                            "select created_at from idempotency where key = ?",
                                            row -> row.instant(1),
                                            key)
                                    .orElseThrow());
        }
    }

    /// What is in the store now was written before any session that begins later.
    void noteCursors() {
        cursors().forEach(history::settled);
    }

    private Map<String, Long> cursors() {
        try (Inspection inspection = Inspection.open(store, servers.getFirst().data())) {
            return inspection
                    .read(
                            tx ->
                                    tx.list(
                                            "select name, ack_seq from agent where ack_seq > 0",
                                            row -> new Cursor(row.text(1), row.number(2))))
                    .stream()
                    .collect(Collectors.toMap(Cursor::agent, Cursor::acked));
        }
    }

    /// Waits until the store knows everything that was acknowledged so far; acks are written, in other words.
    void awaitAcks() {
        await("acks to be sent", () -> acks.said().size() > 1);
        Map<String, Long> said = acks.said();
        await("acks to be written", () -> Checker.unwritten(said, cursors()).isEmpty());
    }

    /// A server is dead: what was acknowledged long enough before is in the store, and everything there fits together.
    void afterKill() {
        Map<String, Long> owed = acks.owed();
        noteCursors();
        assertThat(Checker.unwritten(owed, cursors())).isEmpty();
        verify();
    }

    /// What the store does not hold although somebody was told that it does.
    List<String> confirmedAndNotKept() {
        List<History.Send> sends = history.sends();
        try (Inspection inspection = Inspection.open(store, servers.getFirst().data())) {
            Set<String> kept =
                    new HashSet<>(
                            inspection.read(
                                    tx -> tx.list("select text from message", row -> row.text(1))));
            return sends.stream()
                    .filter(send -> send.confirmed() && !kept.contains(send.text()))
                    .map(History.Send::text)
                    .toList();
        }
    }

    private record Cursor(String agent, long acked) {}

    /// All sessions break and come back. Nothing may come again of what the store knows to be acknowledged.
    void cutOff() {
        noteCursors();
        load.cutOff();
        awaitConfirmed(history.confirmed() + 50);
    }

    /// Nothing that must hold of the store is broken.
    void verify() {
        List<Finding> findings = new Verification(store, servers.getFirst().data()).run(_ -> {});
        assertThat(findings).filteredOn(finding -> !finding.holds()).isEmpty();
        assertThat(findings).hasSize(Verification.size());
    }

    /// Nobody sends any more; everything that was confirmed arrives; then the whole history is proved.
    void proveAll() {
        load.stopSending();
        try {
            await("everything to arrive", () -> Checker.missing(history).isEmpty());
        } catch (AssertionError e) {
            throw new AssertionError("did not arrive: " + lost(), e);
        }
        load.close();
        assertThat(Checker.check(history)).isEmpty();
        assertThat(history.confirmed()).isGreaterThan(0);
        System.out.printf(
                "faults: %d messages confirmed of %d, %d receipts%n",
                history.confirmed(), history.sends().size(), history.receipts().size());
    }

    private List<String> lost() {
        Set<String> missing = Checker.missing(history);
        return history.sends().stream()
                .filter(send -> missing.contains(send.text()))
                .flatMap(send -> send.to().stream().map(agent -> send + " " + kept(send, agent)))
                .sorted()
                .toList();
    }

    /// What the store says of it: whether it is lost there, or only never went out.
    private List<String> kept(History.Send send, String agent) {
        try (Inspection inspection = Inspection.open(store, servers.getFirst().data())) {
            return inspection.read(
                    tx ->
                            tx.list(
                                    KEPT,
                                    row -> row.text(1) + " " + row.textOrNull(2),
                                    send.text(),
                                    agent));
        }
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + what);
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    private List<Person> people(String prefix, int count) {
        ServerProcess server = servers.getFirst();
        List<Future<Person>> made = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < count; i++) {
                String name = prefix + i;
                made.add(threads.submit(() -> person(server, name)));
            }
            List<Person> people = new ArrayList<>();
            for (Future<Person> one : made) {
                people.add(one.get());
            }
            return people;
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("the people could not be made", e);
        }
    }

    private Person person(ServerProcess server, String name) {
        try {
            JsonNode made =
                    api.post(
                                    server.port(),
                                    "/v1/agents",
                                    server.key(),
                                    "{\"name\":\"" + name + "\"}")
                            .orThrow();
            String token = made.path("token").asString();
            String node =
                    api.post(server.port(), "/v1/agent/node-token", token, "{}")
                            .orThrow()
                            .path("token")
                            .asString();
            return new Person(name, token, node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        load.close();
        api.close();
    }
}
