package dev.waybill.faults;

import dev.waybill.server.config.StoreConfig;
import java.io.IOException;
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
            world.awaitConfirmed(world.history().confirmed() + 50);
            for (Socket socket : idle) {
                socket.close();
            }

            World.await("newcomers are let in again", () -> answers(world));
            prove(server, world);
        }
    }

    @Test
    void with_little_memory_everything_still_arrives() {
        try (ServerProcess server =
                        new ServerProcess(folder.resolve("memory"), null).option("-Xmx64m");
                World world = started(server, "memory")) {
            world.begin();
            world.awaitConfirmed(500);

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

    private static boolean answers(World world) {
        try {
            return world.sendOnce("hello").good();
        } catch (IOException _) {
            return false;
        }
    }
}
