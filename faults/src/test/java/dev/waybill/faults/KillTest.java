package dev.waybill.faults;

import dev.waybill.server.config.StoreConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SIGKILL at any moment, while 16 send to 100: every message that was confirmed arrives, none again after its ack was
/// written, in order, and everything in the store fits together.
class KillTest {
    /// A history of so many rounds is proved at a time.
    private static final int ROUNDS_AT_ONCE = 20;

    private static final int MOST_MILLIS_BETWEEN_KILLS = 1500;
    private static final int MOST_MILLIS_IN_A_START = 2500;

    @TempDir private Path folder;

    @Test
    void on_sqlite_nothing_is_lost_doubled_or_out_of_order() {
        Random random = Chance.of("kill on sqlite");
        for (int done = 0; done < Chance.rounds(); done += ROUNDS_AT_ONCE) {
            try (ServerProcess server = new ServerProcess(folder.resolve("sqlite-" + done), null)) {
                rounds(List.of(server), StoreConfig.DEFAULTS, random, done);
            }
        }
    }

    @Test
    void on_postgresql_nothing_is_lost_doubled_or_out_of_order() {
        Random random = Chance.of("kill on postgresql");
        for (int done = 0; done < Chance.rounds(); done += ROUNDS_AT_ONCE) {
            try (Postgres postgres = Postgres.start();
                    ServerProcess server =
                            new ServerProcess(
                                    folder.resolve("postgres-" + done), postgres.address())) {
                rounds(List.of(server), postgres.store(), random, done);
            }
        }
    }

    @Test
    void of_two_servers_on_one_database_either_may_die() {
        Random random = Chance.of("kill one of two");
        for (int done = 0; done < Chance.rounds(); done += ROUNDS_AT_ONCE) {
            try (Postgres postgres = Postgres.start();
                    ServerProcess first = one(postgres, "first-" + done, 1);
                    ServerProcess second = one(postgres, "second-" + done, 2)) {
                rounds(List.of(first, second), postgres.store(), random, done);
            }
        }
    }

    private ServerProcess one(Postgres postgres, String name, int worker) {
        return new ServerProcess(folder.resolve(name), postgres.address())
                .with("WAYBILL_SERVER_WORKER_ID", Integer.toString(worker));
    }

    private static void rounds(
            List<ServerProcess> servers, StoreConfig store, Random random, int done) {
        servers.forEach(ServerProcess::start);
        try (World world = new World(servers, store, random, World.MANY)) {
            world.begin();
            int rounds = Math.min(ROUNDS_AT_ONCE, Chance.rounds() - done);
            for (int round = 0; round < rounds; round++) {
                pause(random, MOST_MILLIS_BETWEEN_KILLS);
                round(servers.get(random.nextInt(servers.size())), world, random);
                world.awaitConfirmed(world.history().confirmed() + 50);
            }
            world.proveAll();
            servers.forEach(ServerProcess::stop);
            world.verify();
        }
    }

    private static void round(ServerProcess server, World world, Random random) {
        server.kill();
        world.noteCursors();
        world.verify();
        if (random.nextInt(4) == 0) {
            killWhileItStarts(server, random);
        }
        server.start();
    }

    private static void killWhileItStarts(ServerProcess server, Random random) {
        Process starting = server.launch();
        try {
            starting.waitFor(random.nextInt(MOST_MILLIS_IN_A_START), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
        server.kill();
    }

    private static void pause(Random random, int mostMillis) {
        LockSupport.parkNanos(random.nextInt(mostMillis) * 1_000_000L);
    }
}
