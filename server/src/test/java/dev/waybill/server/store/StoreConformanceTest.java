package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What every engine does with writes and reads.
@ParameterizedClass
@EnumSource(TestEngine.class)
@Timeout(60)
class StoreConformanceTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private Database database;

    StoreConformanceTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        database = store.database();
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void what_was_written_is_read_back() {
        database.write(tx -> TestStore.insert(tx, 1, "one"));

        assertThat(store.texts()).containsExactly("one");
    }

    @Test
    void a_write_returns_what_its_work_returns() {
        int changed = database.write(tx -> TestStore.insert(tx, 1, "one"));

        assertThat(changed).isEqualTo(1);
    }

    @Test
    void values_of_every_kind_come_back_as_they_were() {
        Instant now = Instant.parse("2026-11-15T09:30:00.123Z");
        database.write(
                tx -> {
                    tx.execute(
                            "create table kinds (a bigint, b text, c bigint, d bigint, e text, f bigint, g text)");
                    return tx.execute(
                            "insert into kinds values (?, ?, ?, ?, ?, ?, ?)",
                            Long.MAX_VALUE,
                            "ü\n'\"",
                            now,
                            true,
                            null,
                            7,
                            "");
                });

        database.read(
                tx ->
                        tx.list(
                                "select a, b, c, d, e, f, g from kinds",
                                row -> {
                                    assertThat(row.number(1)).isEqualTo(Long.MAX_VALUE);
                                    assertThat(row.text(2)).isEqualTo("ü\n'\"");
                                    assertThat(row.instant(3)).isEqualTo(now);
                                    assertThat(row.flag(4)).isTrue();
                                    assertThat(row.textOrNull(5)).isNull();
                                    assertThat(row.numberOrNull(6)).isEqualTo(7);
                                    assertThat(row.textOrNull(7)).isEmpty();
                                    return row;
                                }));
    }

    @Test
    void many_rows_are_written_by_one_statement() {
        database.write(
                tx -> {
                    tx.executeEach(
                            "insert into note (id, text) values (?, ?)",
                            IntStream.range(0, 1000)
                                    .mapToObj(i -> new Object[] {i, "n" + i})
                                    .toList());
                    return 0;
                });

        assertThat(store.texts()).hasSize(1000);
    }

    @Test
    void a_thrown_exception_undoes_the_write_and_reaches_its_caller() {
        IllegalStateException reason = new IllegalStateException("on purpose");

        assertThatThrownBy(
                        () ->
                                database.write(
                                        tx -> {
                                            TestStore.insert(tx, 1, "one");
                                            throw reason;
                                        }))
                .isSameAs(reason);

        assertThat(store.texts()).isEmpty();
    }

    @Test
    void an_error_in_the_work_reaches_its_caller_and_the_writer_goes_on() {
        assertThatThrownBy(() -> database.write(StoreConformanceTest::recurseForever))
                .isInstanceOf(StackOverflowError.class);

        database.write(tx -> TestStore.insert(tx, 1, "one"));
        assertThat(store.texts()).containsExactly("one");
    }

    @Test
    void one_caller_that_throws_among_a_hundred_undoes_only_its_own_work() throws Exception {
        CountDownLatch ready = store.holdWriter();

        List<Future<Integer>> writes =
                IntStream.range(0, 100)
                        .mapToObj(i -> store.callers().submit(() -> writeOrThrow(i)))
                        .toList();
        store.awaitQueued(100);
        ready.countDown();

        assertThat(writes.stream().filter(TestStore::failed).count()).isEqualTo(1);
        assertThat(TestStore.failed(writes.get(42))).isTrue();
        assertThat(store.texts()).hasSize(99).doesNotContain("n42", "more42");
    }

    @Test
    void a_broken_rule_of_the_schema_is_a_conflict_and_spares_the_neighbours() throws Exception {
        database.write(tx -> TestStore.insert(tx, 1, "one"));
        CountDownLatch ready = store.holdWriter();

        Future<Integer> twice =
                store.callers()
                        .submit(() -> database.write(tx -> TestStore.insert(tx, 1, "again")));
        Future<Integer> other =
                store.callers().submit(() -> database.write(tx -> TestStore.insert(tx, 2, "two")));
        store.awaitQueued(2);
        ready.countDown();

        assertThat(other.get()).isEqualTo(1);
        assertThat(TestStore.kindOf(twice)).isEqualTo(Kind.CONFLICT);
        assertThat(store.texts()).containsExactly("one", "two");
    }

    @Test
    void a_failure_that_the_work_swallows_still_fails_the_write() {
        database.write(tx -> TestStore.insert(tx, 1, "one"));

        StoreException failure =
                catchThrowableOfType(
                        StoreException.class,
                        () ->
                                database.write(
                                        tx -> {
                                            TestStore.insert(tx, 2, "two");
                                            try {
                                                TestStore.insert(tx, 1, "again");
                                            } catch (StoreException _) {
                                                return 0;
                                            }
                                            return 1;
                                        }));

        assertThat(failure.kind()).isEqualTo(Kind.CONFLICT);
        assertThat(store.texts()).containsExactly("one");
    }

    @Test
    void a_reader_sees_one_moment_while_writes_go_on() {
        database.write(tx -> TestStore.insert(tx, 1, "one"));

        List<String> seen =
                database.read(
                        tx -> {
                            String before = TestStore.count(tx);
                            database.write(inner -> TestStore.insert(inner, 2, "two"));
                            return List.of(before, TestStore.count(tx));
                        });

        assertThat(seen).containsExactly("1", "1");
    }

    @Test
    void a_reader_does_not_wait_for_a_writer() throws Exception {
        CountDownLatch ready = store.holdWriter();

        assertThat(store.texts()).isEmpty();

        ready.countDown();
    }

    @Test
    void a_reader_cannot_write() {
        assertThatThrownBy(
                        () ->
                                database.read(
                                        tx ->
                                                tx.list(
                                                        "insert into note (id, text) values (9, 'x') returning id",
                                                        row -> row.number(1))))
                .isInstanceOf(StoreException.class);

        assertThat(store.texts()).isEmpty();
    }

    @Test
    void concurrent_callers_share_commits() throws Exception {
        CountDownLatch ready = store.holdWriter();

        List<Future<Integer>> writes =
                IntStream.range(0, 50)
                        .mapToObj(
                                i ->
                                        store.callers()
                                                .submit(
                                                        () ->
                                                                database.write(
                                                                        tx ->
                                                                                TestStore.insert(
                                                                                        tx, i,
                                                                                        "n" + i))))
                        .toList();
        store.awaitQueued(50);
        double before = database.commits();
        ready.countDown();
        for (Future<Integer> write : writes) {
            write.get();
        }

        assertThat(database.commits() - before).isLessThanOrEqualTo(2);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int recurseForever(Tx tx) {
        return recurseForever(tx) + 1;
    }

    private int writeOrThrow(int i) {
        return database.write(
                tx -> {
                    TestStore.insert(tx, i, "n" + i);
                    if (i == 42) {
                        TestStore.insert(tx, 1000 + i, "more" + i);
                        throw new IllegalStateException("on purpose");
                    }
                    return i;
                });
    }
}
