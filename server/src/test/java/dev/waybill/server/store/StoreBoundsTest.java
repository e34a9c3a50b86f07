package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What every engine does when a caller is late, gone, or one too many.
@ParameterizedClass
@EnumSource(TestEngine.class)
@Timeout(60)
class StoreBoundsTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    /// Long enough to be waiting inside, also on a busy machine.
    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(1);

    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private Database database;

    StoreBoundsTest(TestEngine engine) {
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
    void a_write_inside_a_write_is_refused_instead_of_hanging() {
        assertThatThrownBy(
                        () ->
                                database.write(
                                        tx ->
                                                database.write(
                                                        inner ->
                                                                TestStore.insert(inner, 1, "one"))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_statement_that_outlives_its_deadline_is_stopped_and_the_writer_goes_on() {
        StoreException failure =
                catchThrowableOfType(
                        StoreException.class,
                        () ->
                                database.write(
                                        SHORT,
                                        tx -> {
                                            TestStore.insert(tx, 1, "one");
                                            return tx.list(
                                                    engine.endlessQuery(), row -> row.number(1));
                                        }));

        assertThat(failure.kind()).isEqualTo(Kind.TIMED_OUT);
        database.write(tx -> TestStore.insert(tx, 2, "two"));
        assertThat(store.texts()).containsExactly("two");
    }

    @Test
    void work_that_waits_past_its_deadline_is_interrupted_and_the_writer_goes_on() {
        assertThatThrownBy(
                        () ->
                                database.write(
                                        TIME_TO_BEGIN,
                                        tx -> {
                                            TestStore.insert(tx, 1, "one");
                                            return TestStore.await(new CountDownLatch(1));
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("interrupted");

        database.write(tx -> TestStore.insert(tx, 2, "two"));
        assertThat(store.texts()).containsExactly("two");
    }

    @Test
    void neighbours_of_a_stopped_statement_are_written() throws Exception {
        CountDownLatch ready = store.holdWriter();
        Future<Integer> before =
                store.callers().submit(() -> database.write(tx -> TestStore.insert(tx, 1, "one")));
        store.awaitQueued(1);
        Future<Integer> endless =
                store.callers()
                        .submit(
                                () ->
                                        database.write(
                                                Duration.ofMillis(500),
                                                tx -> tx.execute(engine.endlessInsert())));
        store.awaitQueued(2);
        Future<Integer> after =
                store.callers().submit(() -> database.write(tx -> TestStore.insert(tx, 2, "two")));
        store.awaitQueued(3);

        ready.countDown();

        assertThat(before.get()).isEqualTo(1);
        assertThat(after.get()).isEqualTo(1);
        assertThat(TestStore.kindOf(endless)).isEqualTo(Kind.TIMED_OUT);
        assertThat(store.texts()).containsExactly("one", "two");
    }

    @Test
    void a_caller_whose_turn_does_not_come_in_time_is_told_that_nothing_was_written()
            throws Exception {
        CountDownLatch ready = store.holdWriter();

        StoreException failure =
                catchThrowableOfType(
                        StoreException.class,
                        () -> database.write(SHORT, tx -> TestStore.insert(tx, 1, "one")));
        ready.countDown();

        assertThat(failure.kind()).isEqualTo(Kind.TIMED_OUT);
        database.write(tx -> TestStore.insert(tx, 2, "two"));
        assertThat(store.texts()).containsExactly("two");
    }

    @Test
    void an_interrupted_caller_leaves_the_queue_and_keeps_its_interrupt() throws Exception {
        CountDownLatch ready = store.holdWriter();
        CountDownLatch checked = new CountDownLatch(1);
        AtomicInteger interrupts = new AtomicInteger();
        Thread caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        database.write(tx -> TestStore.insert(tx, 1, "one"));
                                    } catch (StoreException e) {
                                        interrupts.set(
                                                e.kind() == Kind.INTERRUPTED && Thread.interrupted()
                                                        ? 1
                                                        : 2);
                                    }
                                    checked.countDown();
                                });
        store.awaitQueued(1);

        caller.interrupt();
        checked.await();
        ready.countDown();

        assertThat(interrupts).hasValue(1);
        database.write(tx -> TestStore.insert(tx, 2, "two"));
        assertThat(store.texts()).containsExactly("two");
    }

    @Test
    void a_caller_interrupted_while_a_neighbour_runs_never_runs_itself() throws Exception {
        CountDownLatch first = store.holdWriter();
        CountDownLatch neighbourRuns = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Future<Integer> neighbour =
                store.callers()
                        .submit(
                                () ->
                                        database.write(
                                                tx -> {
                                                    neighbourRuns.countDown();
                                                    return TestStore.await(second);
                                                }));
        store.awaitQueued(1);
        Future<List<Long>> endless =
                store.callers()
                        .submit(
                                () ->
                                        database.write(
                                                tx ->
                                                        tx.list(
                                                                engine.endlessQuery(),
                                                                row -> row.number(1))));
        store.awaitQueued(2);
        first.countDown();
        neighbourRuns.await();

        endless.cancel(true);
        second.countDown();

        assertThat(neighbour.get()).isZero();
        database.write(tx -> TestStore.insert(tx, 1, "one"));
        assertThat(store.texts()).containsExactly("one");
    }

    @Test
    void a_deadline_that_passes_just_as_a_statement_begins_stops_it_all_the_same() {
        for (int round = 0; round < 40; round++) {
            Duration timeout = Duration.ofNanos(5_000_000 + round * 50_000L);
            long start = System.nanoTime();

            StoreException failure =
                    catchThrowableOfType(
                            StoreException.class,
                            () ->
                                    database.write(
                                            timeout,
                                            tx -> {
                                                while (System.nanoTime() - start
                                                        < timeout.toNanos() - 60_000) {
                                                    Thread.onSpinWait();
                                                }
                                                return tx.list(
                                                        engine.endlessQuery(),
                                                        row -> row.number(1));
                                            }));

            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.TIMED_OUT);
        }
    }

    @Test
    void a_read_that_outlives_its_deadline_is_stopped() {
        StoreException failure =
                catchThrowableOfType(
                        StoreException.class,
                        () ->
                                database.read(
                                        SHORT,
                                        tx ->
                                                tx.list(
                                                        engine.endlessQuery(),
                                                        row -> row.number(1))));

        assertThat(failure.kind()).isEqualTo(Kind.TIMED_OUT);
        assertThat(store.texts()).isEmpty();
    }

    @Test
    void a_page_ends_before_it_grows_too_large() {
        for (int i = 0; i < 100; i++) {
            int id = i;
            database.write(tx -> TestStore.insert(tx, id, "x".repeat(1000)));
        }

        List<String> page =
                database.read(
                        tx ->
                                tx.page(
                                        "select text from note order by id",
                                        row -> row.text(1),
                                        new Weight<>(String::length, 5_500)));
        List<String> single =
                database.read(
                        tx ->
                                tx.page(
                                        "select text from note order by id",
                                        row -> row.text(1),
                                        new Weight<>(String::length, 10)));

        assertThat(page).hasSize(5);
        assertThat(single).hasSize(1);
    }

    @Test
    void a_full_queue_pushes_back_instead_of_growing() throws Exception {
        StoreConfig narrow =
                new StoreConfig(StoreConfig.DEFAULTS.database(), 1, 2, 8, SHORT, SHORT);
        try (TestStore small = TestStore.open(engine, temp.resolve("small"), narrow)) {
            CountDownLatch ready = small.holdWriter();
            store.callers()
                    .execute(
                            () ->
                                    small.database()
                                            .write(
                                                    Duration.ofSeconds(30),
                                                    tx -> TestStore.insert(tx, 1, "one")));
            store.callers()
                    .execute(
                            () ->
                                    small.database()
                                            .write(
                                                    Duration.ofSeconds(30),
                                                    tx -> TestStore.insert(tx, 2, "two")));
            small.awaitQueued(2);

            StoreException failure =
                    catchThrowableOfType(
                            StoreException.class,
                            () -> small.database().write(tx -> TestStore.insert(tx, 3, "three")));
            ready.countDown();

            assertThat(failure.kind()).isEqualTo(Kind.BUSY);
            assertThat(failure.retryable()).isTrue();
        }
    }

    @Test
    void closing_finishes_what_is_queued_and_refuses_what_comes_later() throws Exception {
        CountDownLatch ready = store.holdWriter();
        Future<Integer> queued =
                store.callers().submit(() -> database.write(tx -> TestStore.insert(tx, 1, "one")));
        store.awaitQueued(1);

        Future<?> closing = store.callers().submit(database::close);
        ready.countDown();
        closing.get();

        assertThat(queued.get()).isEqualTo(1);
        assertThat(
                        catchThrowableOfType(
                                        StoreException.class,
                                        () -> database.write(tx -> TestStore.insert(tx, 2, "two")))
                                .kind())
                .isEqualTo(Kind.UNAVAILABLE);
    }
}
