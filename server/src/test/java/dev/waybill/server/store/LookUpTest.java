package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
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

    private Work<Tx, String> looking(String what) {
        return Work.after(
                List.of(new Looking(what)), tx -> tx.list("select 1", _ -> what).getFirst());
    }

    /// The writer is kept busy until all of them wait for it.
    private List<String> inOneBatch(List<Work<Tx, String>> works) {
        CountDownLatch all = new CountDownLatch(1);
        CompletableFuture<String> first = submitted(_ -> waitFor(all));
        List<CompletableFuture<String>> settled = works.stream().map(this::submitted).toList();
        all.countDown();
        first.join();
        return settled.stream().map(CompletableFuture::join).toList();
    }

    private static String waitFor(CountDownLatch latch) {
        try {
            latch.await();
            return "";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
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

    private static final class Failing implements LookUp {
        @Override
        public void together(Tx tx, List<LookUp> all) {
            tx.execute("this is no statement");
        }
    }
}
