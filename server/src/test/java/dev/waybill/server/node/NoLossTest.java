package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever happens to servers, connections and places: every message arrives, in order, and not after it was
/// acknowledged. `-Dwaybill.seed=n` tries one seed alone.
@Timeout(300)
class NoLossTest {
    private static final int TALKERS = 3;

    @TempDir private Path folder;

    static LongStream seeds() {
        Long given = Long.getLong("waybill.seed");
        return given == null ? LongStream.rangeClosed(1, 4) : LongStream.of(given);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_message_arrives_in_order_and_none_after_its_ack(long seed) throws Exception {
        live(seed, "sqlite", 160, 2);
    }

    @Test
    void the_same_holds_on_postgres() throws Exception {
        DatabaseTarget.Postgres target =
                (DatabaseTarget.Postgres) TestEngine.POSTGRES.freshDatabase();
        String url = target.jdbcUrl().replace("jdbc:postgresql://", "postgresql://postgres@");
        live(seeds().findFirst().orElseThrow(), url, 80, 1);
    }

    /// Early enough that most is still to be sent, however fast that goes.
    private static boolean due(World world, int steps, int rounds, int killed) {
        return steps >= 60 * (killed + 1) || world.sent().confirmed() > rounds * (killed + 1);
    }

    private void live(long seed, String database, int rounds, int kills) throws Exception {
        try (World world = new World(folder.resolve("data"), database, seed)) {
            List<Talker> talkers = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < TALKERS; i++) {
                Talker talker = new Talker(world, "t" + i, seed * 31 + i, rounds);
                talkers.add(talker);
                threads.add(Thread.ofPlatform().name("talker-" + i).start(talker));
            }
            int steps = 0;
            int killed = 0;
            while (threads.stream().anyMatch(Thread::isAlive) || killed < kills) {
                world.step();
                steps++;
                if (killed < kills && due(world, steps, rounds, killed)) {
                    world.kill();
                    killed++;
                }
            }

            talkers.forEach(Talker::requireNoFailure);
            assertThat(world.missingAfter(60)).as("seed %s", seed).isNull();

            world.settleAll();
            world.connectAll();
            Talker last = new Talker(world, "last", seed, 3);
            last.run();
            last.requireNoFailure();
            assertThat(world.missingAfter(60)).as("seed %s, at the end", seed).isNull();
            assertThat(world.sent().confirmed()).isGreaterThan(rounds);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
