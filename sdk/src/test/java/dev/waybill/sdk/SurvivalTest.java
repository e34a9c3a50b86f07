package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever happens to the server, the network and the agents: no message is lost, none is handed over twice in one
/// process, and their order is kept. `-Dwaybill.seed=n` tries one seed alone, `-Dwaybill.seeds=n`
/// the first so many.
@Timeout(180)
class SurvivalTest {
    private static final int SENDERS = 3;
    private static final int LEAST_MESSAGES = 250;
    private static final int KILLS = 2;
    private static final int LIVES = 4;

    /// One that is swallowed is found out soon.
    private static final RelayOptions WATCHFUL =
            TestRelay.OPTIONS.withHeartbeat(Duration.ofMillis(400));

    @TempDir private Path folder;

    static LongStream seeds() {
        Long given = Long.getLong("waybill.seed");
        return given == null
                ? LongStream.rangeClosed(1, Long.getLong("waybill.seeds", 2))
                : LongStream.of(given);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothing_is_lost_or_doubled_when_server_and_network_fail(long seed) throws Exception {
        try (KillableServer server = new KillableServer(folder);
                FlakyProxy proxy = new FlakyProxy(server.port());
                Relay shaky = Relay.connect(proxy.url(), server.key(), WATCHFUL)) {
            Map<String, Handed> handed = receivers(shaky);
            CountDownLatch kills = new CountDownLatch(KILLS);
            List<FutureTask<Integer>> talks = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                RelayAgent sender = shaky.register("s" + i);
                talks.add(started(() -> talk(sender, List.copyOf(handed.keySet()), kills)));
            }

            Random random = new Random(seed);
            for (int step = 1; !talks.stream().allMatch(FutureTask::isDone); step++) {
                LockSupport.parkNanos(random.nextLong(20_000_000, 200_000_000));
                if (step % 25 == 0 && kills.getCount() > 0) {
                    server.killAndStartAgain();
                    kills.countDown();
                } else {
                    disturb(proxy, random.nextInt(8));
                }
            }
            proxy.delay(0);

            int sent = 0;
            for (FutureTask<Integer> talk : talks) {
                sent += talk.get();
            }
            int all = sent;
            for (Map.Entry<String, Handed> each : handed.entrySet()) {
                Await.until(
                        each.getKey() + " has everything", () -> each.getValue().count() >= all);
            }
            for (Handed each : handed.values()) {
                for (int i = 0; i < SENDERS; i++) {
                    each.requireAllOf("s" + i, talks.get(i).get());
                }
            }
        }
    }

    @Test
    void what_a_killed_agent_did_not_settle_comes_to_the_next() throws Exception {
        try (TestRelay server = TestRelay.start(folder)) {
            RelayAgent alice = server.relay().register("alice");
            String token = server.relay().register("bob").token();
            List<List<String>> lives = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int life = 1; life <= LIVES; life++) {
                List<String> lines = new CopyOnWriteArrayList<>();
                lives.add(lines);
                try (ChildJvm bob = ChildJvm.start(AgentMain.class, server.url(), token)) {
                    bob.lines(lines::add);
                    for (int i = 0; i < 60; i++) {
                        expected.add("m" + expected.size());
                        alice.send("@bob", expected.getLast());
                    }
                    boolean last = life == LIVES;
                    Await.until(
                            "enough is handed over",
                            () -> last ? lines.contains(expected.getLast()) : lines.size() >= 20);
                }
            }

            List<String> all = lives.stream().flatMap(List::stream).distinct().toList();
            assertThat(all).isEqualTo(expected);
            for (List<String> lines : lives) {
                assertThat(lines).doesNotHaveDuplicates();
                int first = expected.indexOf(lines.getFirst());
                assertThat(lines).isEqualTo(expected.subList(first, first + lines.size()));
            }
        }
    }

    /// One agent with a session of its own, and two on a node.
    private static Map<String, Handed> receivers(Relay relay) {
        Map<String, Handed> handed = new TreeMap<>();
        NodeClient node = relay.node("box");
        for (String name : List.of("bob", "w1", "w2")) {
            RelayAgent agent = name.equals("bob") ? relay.register(name) : node.host(name);
            Handed record = new Handed(name);
            agent.deliverTo(record);
            handed.put(name, record);
        }
        return handed;
    }

    private static FutureTask<Integer> started(Callable<Integer> talk) {
        FutureTask<Integer> task = new FutureTask<>(talk);
        Thread.ofVirtual().start(task);
        return task;
    }

    /// Goes on until the server was killed often enough, however fast the machine is; tells how much was said to each.
    private static int talk(RelayAgent sender, List<String> to, CountDownLatch kills) {
        int said = 0;
        while (said < LEAST_MESSAGES || kills.getCount() > 0) {
            for (String name : to) {
                sender.send("@" + name, sender.name() + ":" + said);
            }
            said++;
        }
        return said;
    }

    private static void disturb(FlakyProxy proxy, int how) {
        switch (how) {
            case 0 -> proxy.cut();
            case 1 -> proxy.orphan();
            case 2 -> proxy.swallow();
            case 3 -> proxy.delay(5);
            default -> proxy.delay(0);
        }
    }
}
