package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.config.StoreConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What a piece of work leaves for its end is part of it: all of it happens, or none.
@ParameterizedClass
@EnumSource(TestEngine.class)
final class AtEndTest {
    private static final String INSERT = "insert into note (id, text) values (?, ?)";

    private final TestEngine engine;
    @TempDir private Path folder;
    private TestStore store;

    AtEndTest(TestEngine engine) {
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
    void rows_for_the_end_are_there_for_whoever_asks() {
        long seen =
                store.database()
                        .write(
                                tx -> {
                                    tx.insertAtEnd(INSERT, 2, "two");
                                    tx.insertAtEnd(INSERT, 3, "three");
                                    TestStore.insert(tx, 1, "one");
                                    tx.insertAtEnd(INSERT, 4, "four");
                                    return count(tx);
                                });

        assertThat(seen).isEqualTo(4);
        assertThat(store.texts()).containsExactlyInAnyOrder("one", "two", "three", "four");
    }

    @Test
    void only_inserts_can_be_left_for_the_end() {
        assertThatThrownBy(
                        () ->
                                store.database()
                                        .write(
                                                tx -> {
                                                    tx.insertAtEnd("update note set text = ?", "x");
                                                    return 0;
                                                }))
                .hasMessageContaining("update note");
    }

    @Test
    void what_runs_at_the_end_may_leave_more() {
        store.database()
                .write(
                        tx -> {
                            tx.atEnd(Late.class, () -> new Late(tx)).times++;
                            tx.atEnd(Late.class, () -> new Late(tx)).times++;
                            return 0;
                        });

        assertThat(store.texts()).containsExactly("asked 2 times");
    }

    @Test
    void work_that_throws_leaves_nothing() {
        assertThatThrownBy(
                        () ->
                                store.database()
                                        .write(
                                                tx -> {
                                                    tx.insertAtEnd(INSERT, 1, "one");
                                                    throw new IllegalStateException("on purpose");
                                                }))
                .hasMessage("on purpose");

        assertThat(store.texts()).isEmpty();
    }

    @Test
    void what_fails_at_the_end_undoes_the_work() {
        assertThatThrownBy(
                        () ->
                                store.database()
                                        .write(
                                                tx -> {
                                                    tx.insertAtEnd(INSERT, 1, "again");
                                                    return TestStore.insert(tx, 1, "one");
                                                }))
                .isInstanceOf(StoreException.class);

        store.database().write(tx -> TestStore.insert(tx, 2, "two"));
        assertThat(store.texts()).containsExactly("two");
    }

    private static long count(Tx tx) {
        return tx.first("select count(*) from note", row -> row.number(1)).orElseThrow();
    }

    private static final class Late implements Runnable {
        private final Tx tx;
        private int times;

        private Late(Tx tx) {
            this.tx = tx;
        }

        @Override
        public void run() {
            tx.insertAtEnd(INSERT, 1, "asked " + times + " times");
        }
    }
}
