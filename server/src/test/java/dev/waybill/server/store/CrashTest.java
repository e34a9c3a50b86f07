package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Kills a writing process with SIGKILL again and again; whatever it reported as written must be there.
@Timeout(600)
class CrashTest {
    private static final int SQLITE_KILLS = 20;
    private static final int POSTGRES_KILLS = 5;
    private static final int MOST_ACKS_BEFORE_KILL = 400;
    private static final long MOST_NANOS_BEFORE_KILL = 3_000_000;

    @TempDir private Path temp;

    @Test
    void no_acknowledged_write_is_lost_and_none_is_halved_on_sqlite() throws Exception {
        DatabaseTarget.Sqlite target = new DatabaseTarget.Sqlite();

        int acknowledged = killRepeatedly(target, List.of(), SQLITE_KILLS);

        assertThat(acknowledged).isGreaterThan(SQLITE_KILLS);
    }

    @Test
    void no_acknowledged_write_is_lost_and_none_is_halved_on_postgres() throws Exception {
        DatabaseTarget.Postgres target = TestPostgres.shared().freshDatabase();

        int acknowledged = killRepeatedly(target, List.of(target.jdbcUrl()), POSTGRES_KILLS);

        assertThat(acknowledged).isGreaterThan(POSTGRES_KILLS);
    }

    private int killRepeatedly(DatabaseTarget target, List<String> extra, int kills)
            throws Exception {
        StoreConfig config = StoreConfig.DEFAULTS.withDatabase(target);
        try (TestStore store = TestStore.open(temp, config)) {
            store.database()
                    .write(tx -> tx.execute("create table left_half (n bigint primary key)"));
            store.database()
                    .write(tx -> tx.execute("create table right_half (n bigint primary key)"));
        }
        Random random = new Random();
        Set<Long> acknowledged = new HashSet<>();
        for (int round = 0; round < kills; round++) {
            long first = 1 + round * 1_000_000L;
            acknowledged.addAll(runAndKill(first, extra, random));
            verify(config, acknowledged);
        }
        return acknowledged.size();
    }

    private Set<Long> runAndKill(long first, List<String> extra, Random random) throws Exception {
        Process writer =
                ChildJvm.start(CrashingWriter.class, temp.toString(), Long.toString(first), extra);
        Set<Long> acknowledged = new HashSet<>();
        try (BufferedReader out = writer.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            collect(out, acknowledged, random.nextInt(MOST_ACKS_BEFORE_KILL));
            LockSupport.parkNanos(random.nextLong(MOST_NANOS_BEFORE_KILL));
            writer.toHandle().destroyForcibly(); // the process's own method would close its output
            collect(out, acknowledged, Integer.MAX_VALUE);
        }
        assertThat(writer.waitFor())
                .as("exit status of a process killed by SIGKILL")
                .isEqualTo(137);
        return acknowledged;
    }

    /// A line cut off by the kill was not reported; the rest were.
    private static void collect(BufferedReader out, Set<Long> numbers, int atMost)
            throws IOException {
        StringBuilder line = new StringBuilder();
        int collected = 0;
        while (collected < atMost) {
            int c = out.read();
            if (c < 0) {
                return;
            }
            if (c == '\n') {
                numbers.add(Long.parseLong(line.toString()));
                line.setLength(0);
                collected++;
            } else {
                line.append((char) c);
            }
        }
    }

    private void verify(StoreConfig config, Set<Long> acknowledged) {
        try (TestStore store = TestStore.open(temp, config)) {
            Set<Long> left = numbers(store, "left_half");
            Set<Long> right = numbers(store, "right_half");

            assertThat(left).isEqualTo(right);
            acknowledged.removeAll(left);
            assertThat(acknowledged).as("acknowledged but missing").isEmpty();
            acknowledged.addAll(left);
        }
    }

    private static Set<Long> numbers(TestStore store, String table) {
        return new HashSet<>(
                store.database()
                        .read(tx -> tx.list("select n from " + table, row -> row.number(1))));
    }
}
