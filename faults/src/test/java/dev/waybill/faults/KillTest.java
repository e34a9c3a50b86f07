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

    /// Where there are many kills, one of so many servers lives long enough to owe what was acknowledged on it.
    private static final int LONG_LIVES = 5;

    private static final int LONG_LIFE_MILLIS = 15_000;
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
                live(world, random, rounds, round);
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
        world.afterKill();
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

    /// The last one does not die before its acks have been written, so that a server that writes none is found out.
    private static void live(World world, Random random, int rounds, int round) {
        pause(random.nextInt(MOST_MILLIS_BETWEEN_KILLS));
        if (round == rounds - 1) {
            world.awaitAcks();
        } else if (rounds == ROUNDS_AT_ONCE && random.nextInt(LONG_LIVES) == 0) {
            pause(LONG_LIFE_MILLIS);
        }
    }

    private static void pause(int millis) {
        LockSupport.parkNanos(millis * 1_000_000L);
    }
}
