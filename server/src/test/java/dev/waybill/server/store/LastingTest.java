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

@ParameterizedClass
@EnumSource(TestEngine.class)
final class LastingTest {
    private final TestEngine engine;
    @TempDir private Path folder;
    private TestStore store;

    LastingTest(TestEngine engine) {
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
    void what_lasts_is_there_in_the_next_batch() {
        assertThat(uses()).isEqualTo(1);
        assertThat(uses()).isEqualTo(2);
    }

    @Test
    void a_statement_that_concerns_it_ends_it() {
        uses();

        store.database().write(tx -> TestStore.insert(tx, 1, "a note"));

        assertThat(uses()).isEqualTo(1);
    }

    @Test
    void a_question_that_does_not_concern_it_leaves_it() {
        uses();

        store.database().write(tx -> tx.list("select 1", row -> row.number(1)));

        assertThat(uses()).isEqualTo(2);
    }

    @Test
    void it_ends_with_a_transaction_that_comes_to_nothing() {
        uses();

        assertThatThrownBy(
                        () ->
                                store.database()
                                        .write(
                                                tx -> {
                                                    used(tx).add();
                                                    throw new IllegalStateException("on purpose");
                                                }))
                .hasMessage("on purpose");

        assertThat(uses()).isEqualTo(1);
    }

    private int uses() {
        return store.database().write(tx -> used(tx).add());
    }

    private static Used used(Tx tx) {
        return tx.gather(Used.class, Used::new);
    }

    private static final class Used implements Gathered {
        private int times;

        private int add() {
            times++;
            return times;
        }

        @Override
        public boolean concerns(String sql) {
            return sql.contains("note");
        }

        @Override
        public void write(Tx tx) {}

        @Override
        public boolean lasts() {
            return true;
        }
    }
}
