package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// PostgreSQL goes away under a running store and comes back.
@Timeout(180)
class PostgresRestartTest {
    private static final Duration FAST = Duration.ofSeconds(8);

    @TempDir private Path temp;

    @Test
    void requests_fail_fast_while_it_is_away_and_work_again_afterwards() {
        TestPostgres server = TestPostgres.on(temp.resolve("postgres"), 0);
        DatabaseTarget target = server.freshDatabase();
        try (TestStore store =
                TestStore.open(temp.resolve("data"), StoreConfig.DEFAULTS.withDatabase(target))) {
            store.database()
                    .write(
                            tx ->
                                    tx.execute(
                                            "create table note (id bigint primary key, text text)"));
            store.database().write(tx -> TestStore.insert(tx, 1, "before"));
            store.texts();

            server.close();
            assertFailsFast(() -> store.database().write(tx -> TestStore.insert(tx, 2, "lost")));
            assertFailsFast(store::texts);
            assertFailsFast(() -> store.database().write(tx -> TestStore.insert(tx, 3, "lost")));

            try (TestPostgres _ = TestPostgres.on(temp.resolve("postgres"), server.port())) {
                store.database().write(tx -> TestStore.insert(tx, 4, "after"));
                assertThat(readWhenItIsBack(store)).containsExactly("before", "after");
            }
        }
    }

    /// The pool of reading connections looks for its database every few seconds at most.
    private static List<String> readWhenItIsBack(TestStore store) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (true) {
            try {
                return store.texts();
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
                assertThat(System.nanoTime()).as("back before the deadline").isLessThan(deadline);
            }
        }
    }

    private static void assertFailsFast(Runnable request) {
        long start = System.nanoTime();

        StoreException failure = catchThrowableOfType(StoreException.class, request::run);

        assertThat(failure.retryable()).isTrue();
        assertThat(EnumSet.of(Kind.UNAVAILABLE, Kind.UNKNOWN_OUTCOME)).contains(failure.kind());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(FAST);
    }
}
