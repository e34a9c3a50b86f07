package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
final class LookUpTest {
    private final TestEngine engine;
    private final List<List<String>> asked = Collections.synchronizedList(new ArrayList<>());
    @TempDir private Path folder;
    private TestStore store;

    LookUpTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        store = TestStore.open(engine, folder.resolve("data"), StoreConfig.DEFAULTS);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void a_batch_asks_a_database_far_away_once_for_all_its_works() {
        assertThat(inOneBatch(List.of(looking("a"), looking("b"), looking("c"))))
                .containsExactly("a", "b", "c");

        assertThat(asked)
                .isEqualTo(
                        engine == TestEngine.POSTGRES
                                ? List.of(List.of("a", "b", "c"))
                                : List.of());
    }

    @Test
    void what_others_wait_for_is_looked_up_last() {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Work<Tx, String> holding =
                Work.after(
                        List.of(new Locking(() -> order.add("locks"))),
                        tx -> tx.list("select 1", _ -> "f").getFirst());
        Work<Tx, String> reading =
                Work.after(
                        List.of(new Reading(() -> order.add("reads"))),
                        tx -> tx.list("select 1", _ -> "g").getFirst());

        inOneBatch(List.of(holding, reading));

        assertThat(order)
                .isEqualTo(engine == TestEngine.POSTGRES ? List.of("reads", "locks") : List.of());
    }

    @Test
    void works_whose_look_up_fails_are_run_without_it() {
        Work<Tx, String> failing =
                Work.after(List.of(new Failing()), tx -> tx.list("select 1", _ -> "d").getFirst());

        assertThat(inOneBatch(List.of(failing, looking("e")))).containsExactly("d", "e");
    }

    @Test
    void a_caller_whose_time_is_up_stops_a_look_up_and_keeps_nobody_from_writing() {
        Work<Tx, String> slow =
                Work.after(
                        List.of(new Endless(engine)),
                        tx -> tx.list("select 1", _ -> "h").getFirst());
        Busy writer = new Busy();
        CompletableFuture<String> patient = submitted(looking("i"));
        CompletableFuture<Optional<Kind>> hasty =
                CompletableFuture.supplyAsync(() -> failure(Duration.ofSeconds(4), slow));
        awaitQueued(2);
        writer.release();

        assertThat(patient.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("i");
        assertThat(hasty.join())
                .isEqualTo(
                        engine == TestEngine.POSTGRES
                                ? Optional.of(Kind.TIMED_OUT)
                                : Optional.empty());
    }

    private void awaitQueued(int count) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        while (store.database().queued() < count && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private Optional<Kind> failure(Duration timeout, Work<Tx, String> work) {
        try {
            store.database().write(timeout, work);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e.kind());
        }
    }

    private Work<Tx, String> looking(String what) {
        return Work.after(
                List.of(new Looking(what)), tx -> tx.list("select 1", _ -> what).getFirst());
    }

    /// The writer is kept busy until all of them wait for it.
    private List<String> inOneBatch(List<Work<Tx, String>> works) {
        Busy writer = new Busy();
        List<CompletableFuture<String>> settled = works.stream().map(this::submitted).toList();
        writer.release();
        return settled.stream().map(CompletableFuture::join).toList();
    }

    /// Keeps the writer from beginning a batch.
    private final class Busy {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        private Busy() {
            var _ = submitted(_ -> hold());
            waitFor(begun);
        }

        private String hold() {
            begun.countDown();
            waitFor(released);
            return "";
        }

        private void release() {
            released.countDown();
        }

        private static void waitFor(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private CompletableFuture<String> submitted(Work<Tx, String> work) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        store.database()
                .submit(
                        work,
                        new Settled<>() {
                            @Override
                            public void done(String value) {
                                outcome.complete(value);
                            }

                            @Override
                            public void failed(Throwable reason) {
                                outcome.completeExceptionally(reason);
                            }
                        });
        return outcome;
    }

    private final class Looking implements LookUp {
        private final String what;

        private Looking(String what) {
            this.what = what;
        }

        @Override
        public void together(Tx tx, List<LookUp> all) {
            asked.add(all.stream().map(one -> ((Looking) one).what).toList());
        }
    }

    private record Reading(Runnable then) implements LookUp {
        @Override
        public void together(Tx tx, List<LookUp> all) {
            then.run();
        }
    }

    private record Locking(Runnable then) implements LookUp {
        @Override
        public void together(Tx tx, List<LookUp> all) {
            then.run();
        }

        @Override
        public boolean locks() {
            return true;
        }
    }

    private record Endless(TestEngine engine) implements LookUp {
        @Override
        public void together(Tx tx, List<LookUp> all) {
            tx.list(engine.endlessQuery(), row -> row.number(1));
        }
    }

    private static final class Failing implements LookUp {
        @Override
        public void together(Tx tx, List<LookUp> all) {
            tx.execute("this is no statement");
        }
    }
}
