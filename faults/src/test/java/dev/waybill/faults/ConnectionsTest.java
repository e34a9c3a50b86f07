package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.faults.World.Person;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Connections that are late, broken, forgotten, doubled, many, or never read from.
class ConnectionsTest {
    private static final int DEAF = 10;

    /// 80 MB in all.
    private static final int LARGE = 400;

    private static final String FILLER = "x".repeat(200_000);
    private static final Json JSON = new Json(JsonLimits.STORED);

    /// However slow the machine.
    private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

    /// However slow the machine, and however little memory there is.
    private static final Duration ANSWERED_AT_ALL = Duration.ofSeconds(60);

    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(15);

    /// Long enough for pauses to have grown.
    private static final Duration OUTAGE = Duration.ofSeconds(3);

    private static final Duration HERD_WITHIN = Duration.ofMillis(250);

    /// Pauses are short at first; one of the SDK's attempts is two connections.
    private static final int FIRST_ATTEMPTS = 10;

    private static final int ATTEMPTS_A_SECOND = 1;
    private static final int IDLE = 20;
    private static final int PATRONS = 20;

    @TempDir private Path folder;

    @Test
    void through_a_bad_network_everything_arrives_once_and_in_order() {
        Random random = Chance.of("bad network");
        try (ServerProcess server = new ServerProcess(folder.resolve("bad"), null).start();
                BadNetwork network = new BadNetwork(server.port(), new Random(random.nextLong()));
                World world =
                        new World(
                                List.of(server),
                                StoreConfig.DEFAULTS,
                                random,
                                World.SOME,
                                List.of(network::port))) {
            world.begin();
            for (int round = 0; round < Chance.rounds() * 3; round++) {
                LockSupport.parkNanos(random.nextInt(700) * 1_000_000L);
                network.disturb();
                world.noteCursors();
            }
            World.await("all that a network can do", () -> network.hasDoneAllAfter(50));
            network.calm();
            world.awaitConfirmed(world.history().confirmed() + 100);
            network.calm();
            world.cutOff();
            network.calm();
            prove(server, world);
            System.out.println("faults: the network has " + network.done());
        }
    }

    /// What is sent to them is more than the server has memory and their sockets have room for.
    @Test
    void sessions_that_do_not_read_slow_only_themselves_and_take_no_memory() throws IOException {
        try (ServerProcess server =
                        new ServerProcess(folder.resolve("slow"), null).option("-Xmx64m").start();
                World world =
                        new World(
                                List.of(server),
                                StoreConfig.DEFAULTS,
                                Chance.of("slow readers"),
                                World.SOME)) {
            Person sloth = world.newcomer("sloth");
            List<FrameSocket> deaf = new ArrayList<>();
            for (int i = 0; i < DEAF; i++) {
                FrameSocket socket = FrameSocket.open(server.port(), sloth.nodeToken());
                socket.send(Sender.REGISTER);
                deaf.add(socket);
            }
            world.begin();
            try (Probe probe = new Probe(world)) {
                for (int i = 1; i <= LARGE; i++) {
                    assertThat(world.sendOnce(sloth.name(), i + "-" + FILLER).good()).isTrue();
                }
                world.awaitConfirmed(world.history().confirmed() + 100);
                assertThat(probe.answered()).isPositive();
                assertThat(probe.longest()).isLessThan(ANSWERED_AT_ALL);
            }
            world.cutOff();
            world.proveAll();

            deaf.forEach(FrameSocket::close);
            assertThat(read(server, sloth))
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, LARGE).mapToObj(i -> i + "/" + i).toList());
            server.stop();
            world.verify();
        }
    }

    /// What waits for somebody who reads at last: the number of each in the mailbox, and the one that it was sent with.
    private static List<String> read(ServerProcess server, Person late) throws IOException {
        List<String> numbers = new ArrayList<>();
        try (FrameSocket socket = FrameSocket.open(server.port(), late.nodeToken())) {
            socket.send(Sender.REGISTER);
            while (numbers.size() < LARGE) {
                JsonNode frame = JSON.tree(socket.next());
                long seq = frame.path("seq").asLong(0);
                if (frame.path("type").asString("").equals("deliver") && seq > 0) {
                    String text = Load.text(frame.path("payload").path("data"));
                    numbers.add(seq + "/" + text.substring(0, text.indexOf('-')));
                    socket.send(Load.ack(late, seq));
                }
            }
        }
        return numbers;
    }

    /// Some of the crowd are the SDK, and meanwhile the others are at work.
    @Test
    void after_a_restart_all_are_back_within_a_bound_and_do_not_come_as_a_herd() {
        Random random = Chance.of("reconnect storm");
        Attempts attempts = new Attempts();
        int size = Chance.sockets();
        try (ServerProcess server = new ServerProcess(folder.resolve("storm"), null).start();
                World world = new World(List.of(server), StoreConfig.DEFAULTS, random, World.SOME);
                Crowd crowd =
                        new Crowd(
                                server::port,
                                world.newcomers("idle-", IDLE),
                                size,
                                random,
                                attempts);
                Patrons patrons =
                        new Patrons(
                                server::port,
                                world.newcomers("patron-", PATRONS),
                                attempts,
                                size,
                                world.newcomer("correspondent"))) {
            patrons.send("before");
            World.await("all are connected", () -> crowd.complete() && patrons.served());
            world.begin();
            server.kill();
            long killed = System.nanoTime();
            patrons.send("through it all");
            World.await("all have noticed", crowd::empty);
            LockSupport.parkNanos(OUTAGE.toNanos());

            server.start();
            long begun = System.nanoTime();
            try (Probe probe = new Probe(world)) {
                World.await("all are back", () -> crowd.complete() && patrons.served());
                Duration took = Duration.ofNanos(System.nanoTime() - begun);
                long seconds = Duration.ofNanos(System.nanoTime() - killed).toSeconds();
                long most = attempts.mostOfOne(killed);
                int peak = attempts.peak(HERD_WITHIN, begun);

                System.out.printf(
                        "faults: %d sockets and %d of the SDK were back after %d ms; at most %d attempts of one in %d s, %d of all in %d ms; a request waited %d ms%n",
                        size,
                        PATRONS,
                        took.toMillis(),
                        most,
                        seconds,
                        peak,
                        HERD_WITHIN.toMillis(),
                        probe.longest().toMillis());
                assertThat(took).isLessThan(BACK_WITHIN);
                assertThat(most).isBetween(1L, FIRST_ATTEMPTS + ATTEMPTS_A_SECOND * seconds);
                assertThat(peak).isBetween(1, (size + PATRONS) / 2);
                assertThat(probe.answered()).isPositive();
                assertThat(probe.longest()).isLessThan(ANSWERED_WITHIN);
            }
            world.awaitConfirmed(world.history().confirmed() + 50);
            prove(server, world);
        }
    }

    /// All of them wait at its door before it looks, however many processors it has.
    @Test
    void of_a_crowd_that_comes_at_once_all_are_answered() throws IOException {
        int size = Math.min(Chance.rush(), waitingAtMost());
        try (ServerProcess server = new ServerProcess(folder.resolve("rush"), null).start();
                Rush rush = new Rush(ANSWERED_WITHIN)) {
            server.standStill();
            int waiting = rush.come(server.port(), size);
            server.goOn();

            assertThat(waiting).isEqualTo(size);
            assertThat(rush.answered()).isEqualTo(size);
        }
    }

    /// What the system allows.
    private static int waitingAtMost() throws IOException {
        // Such a file gives its rest to nobody who begins with one byte, as readString does.
        Path limit = Path.of("/proc/sys/net/core/somaxconn");
        return Files.exists(limit)
                ? Integer.parseInt(Files.readAllLines(limit).getFirst())
                : Integer.MAX_VALUE;
    }

    private static void prove(ServerProcess server, World world) {
        world.proveAll();
        server.stop();
        world.verify();
    }
}
