package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.faults.World.Person;
import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Connections that are late, broken, forgotten, doubled, many, or never read from.
class ConnectionsTest {
    private static final int SLOW = 20;

    /// However slow the machine.
    private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

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
            }
            network.calm();
            world.awaitConfirmed(world.history().confirmed() + 100);
            network.calm();
            prove(server, world);
        }
    }

    @Test
    void sessions_that_never_read_hold_up_nobody_else() throws IOException {
        try (ServerProcess server = new ServerProcess(folder.resolve("slow"), null).start();
                World world =
                        new World(
                                List.of(server),
                                StoreConfig.DEFAULTS,
                                Chance.of("slow readers"),
                                World.SOME)) {
            List<FrameSocket> deaf = new ArrayList<>();
            Person sloth = world.newcomer("sloth");
            for (int i = 0; i < SLOW; i++) {
                FrameSocket socket = FrameSocket.open(server.port(), sloth.nodeToken());
                socket.send(Sender.REGISTER);
                deaf.add(socket);
            }
            world.begin();
            for (int i = 0; i < 200; i++) {
                assertThat(world.sendOnce(sloth.name(), "x".repeat(4000)).good()).isTrue();
            }
            world.awaitConfirmed(world.history().confirmed() + 100);
            prove(server, world);
            deaf.forEach(FrameSocket::close);
        }
    }

    @Test
    void after_a_restart_all_sockets_are_back_within_a_bound() {
        Random random = Chance.of("reconnect storm");
        try (ServerProcess server = new ServerProcess(folder.resolve("storm"), null).start();
                World world = new World(List.of(server), StoreConfig.DEFAULTS, random, World.SOME);
                Crowd crowd = new Crowd(server::port, world.agents(), Chance.sockets(), random)) {
            World.await("all are connected", crowd::complete);
            server.kill();
            World.await("all have noticed", crowd::empty);

            server.start();
            long begun = System.nanoTime();
            World.await("all are back", crowd::complete);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);

            System.out.printf(
                    "faults: %d sockets were back after %d ms%n",
                    Chance.sockets(), took.toMillis());
            assertThat(took).isLessThan(BACK_WITHIN);
        }
    }

    private static void prove(ServerProcess server, World world) {
        world.proveAll();
        server.stop();
        world.verify();
    }
}
