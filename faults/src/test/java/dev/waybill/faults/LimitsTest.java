package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that gets less than it would like: files, memory, time.
class LimitsTest {
    private static final int OPEN_FILES = 250;

    /// One that is refused leaves a place for a moment.
    private static final long FULL = OPEN_FILES - 2;

    private static final int LITTLE_MEGABYTES = 64;

    @TempDir private Path folder;

    @Test
    void without_free_file_descriptors_sessions_go_on_and_newcomers_wait() throws IOException {
        try (ServerProcess server =
                        new ServerProcess(folder.resolve("files"), null)
                                .behind("prlimit", "--nofile=" + OPEN_FILES)
                                .with("WAYBILL_HTTP_MAX_CONNECTIONS", "2000");
                World world = started(server, "open files")) {
            world.begin();
            List<Socket> idle = new ArrayList<>();
            try {
                for (int i = 0; i < OPEN_FILES; i++) {
                    Socket socket = new Socket();
                    idle.add(socket);
                    socket.connect(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
                            1000);
                }
            } catch (IOException _) {
                // no more are let in, which is what this is about
            }
            World.await("the server has no descriptor left", () -> server.openFiles() >= FULL);
            assertThat(isLetIn(server)).isFalse();
            world.awaitConfirmed(world.history().confirmed() + 50);
            assertThat(server.openFiles()).isBetween(FULL, (long) OPEN_FILES);
            for (Socket socket : idle) {
                socket.close();
            }

            World.await("newcomers are let in again", () -> isLetIn(server) && answers(world));
            prove(server, world);
        }
    }

    @Test
    void with_little_memory_everything_still_arrives() {
        try (ServerProcess server =
                        new ServerProcess(folder.resolve("memory"), null)
                                .option("-Xmx" + LITTLE_MEGABYTES + "m");
                World world = started(server, "memory")) {
            assertThat(server.heapBytes()).isEqualTo((long) LITTLE_MEGABYTES << 20);
            world.begin();
            world.awaitConfirmed(world.history().confirmed() + 1000);
            assertThat(server.alive()).isTrue();

            prove(server, world);
        }
    }

    @Test
    void a_server_that_stood_still_goes_on_as_if_nothing_had_been() {
        try (ServerProcess server = new ServerProcess(folder.resolve("still"), null);
                World world = started(server, "standing still")) {
            world.begin();
            server.standStill();
            LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
            server.goOn();
            world.awaitConfirmed(world.history().confirmed() + 50);

            prove(server, world);
        }
    }

    private static World started(ServerProcess server, String purpose) {
        return new World(
                List.of(server.start()), StoreConfig.DEFAULTS, Chance.of(purpose), World.SOME);
    }

    private static void prove(ServerProcess server, World world) {
        world.cutOff();
        world.proveAll();
        server.stop();
        world.verify();
    }

    /// Somebody new, who has no connection yet and no patience.
    private static boolean isLetIn(ServerProcess server) {
        try (Rush one = new Rush(Duration.ofSeconds(2))) {
            return one.come(server.port(), 1) + one.answered() == 2;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean answers(World world) {
        try {
            return world.sendOnce("hello").good();
        } catch (IOException _) {
            return false;
        }
    }
}
