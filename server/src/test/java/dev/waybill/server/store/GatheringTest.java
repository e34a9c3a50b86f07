package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
final class GatheringTest {
    private static final String INSERT = "insert into note (id, text) values (?, ?)";
    private static final int CALLERS = 20;

    private final TestEngine engine;
    @TempDir private Path folder;
    private TestStore store;

    GatheringTest(TestEngine engine) {
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
    void callers_of_one_batch_gather_in_the_same_object_and_it_is_written_once() throws Exception {
        List<Future<Object>> all = together(number -> tx -> counted(tx).add(number));

        assertThat(all).noneMatch(TestStore::failed);
        assertThat(store.texts()).containsExactly(CALLERS + " callers");
    }

    @Test
    void what_one_caller_gathered_is_there_for_the_next_that_asks() throws Exception {
        List<Future<Object>> all =
                together(
                        number ->
                                tx -> {
                                    String before = TestStore.count(tx);
                                    tx.insertAtEnd(INSERT, number, "note " + number);
                                    return before;
                                });

        assertThat(all).noneMatch(TestStore::failed);
        assertThat(all)
                .extracting(Future::resultNow)
                .containsExactlyInAnyOrderElementsOf(
                        numbers().stream().map(String::valueOf).toList());
    }

    @Test
    void who_fails_takes_nothing_of_the_others_along() throws Exception {
        List<Future<Object>> all =
                together(
                        number ->
                                tx -> {
                                    tx.insertAtEnd(INSERT, number, "note " + number);
                                    if (number % 7 == 0) {
                                        throw new IllegalStateException("on purpose");
                                    }
                                    return number;
                                });

        assertThat(all.stream().filter(TestStore::failed)).hasSize(3);
        assertThat(store.texts())
                .hasSize(CALLERS - 3)
                .doesNotContain("note 0", "note 7", "note 14");
    }

    @Test
    void rows_that_cannot_be_written_fail_their_own_caller_only() throws Exception {
        store.database().write(tx -> TestStore.insert(tx, 7, "was here first"));

        List<Future<Object>> all =
                together(
                        number ->
                                tx -> {
                                    tx.insertAtEnd(INSERT, number, "note " + number);
                                    return number;
                                });

        assertThat(all.stream().filter(TestStore::failed)).hasSize(1);
        assertThat(store.texts())
                .hasSize(CALLERS)
                .contains("was here first")
                .doesNotContain("note 7");
    }

    private interface Caller {
        Work<Tx, Object> of(long number);
    }

    /// Has them share one batch: the writer is kept busy until all are queued.
    private List<Future<Object>> together(Caller caller) throws InterruptedException {
        CountDownLatch ready = store.holdWriter();
        List<Future<Object>> all = new ArrayList<>();
        for (long number : numbers()) {
            all.add(store.callers().submit(() -> store.database().write(caller.of(number))));
        }
        store.awaitQueued(CALLERS);
        ready.countDown();
        return all;
    }

    private static List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        for (long number = 0; number < CALLERS; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private static Counted counted(Tx tx) {
        return tx.gather(Counted.class, Counted::new);
    }

    private static final class Counted implements Gathered {
        private int callers;

        private Object add(long number) {
            callers++;
            return number;
        }

        @Override
        public boolean concerns(String sql) {
            return false;
        }

        @Override
        public void write(Tx tx) {
            TestStore.insert(tx, 1, callers + " callers");
        }
    }
}
