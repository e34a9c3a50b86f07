package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class PersistenceTest {
    private static final String TWICE =
            "insert into event_inbox (agent_id, workspace_id) values (1, 1)";

    private final TestEngine engine;
    @TempDir private Path temp;

    PersistenceTest(TestEngine engine) {
        this.engine = engine;
    }

    @Test
    void what_is_in_the_way_for_a_moment_is_waited_for() {
        try (IngressFixture fixture = new IngressFixture(engine, temp)) {
            AtomicInteger tries = new AtomicInteger();
            int rows =
                    Persistence.trying(
                            () ->
                                    fixture.store
                                            .database()
                                            .write(
                                                    tx -> {
                                                        int done = tx.execute(TWICE);
                                                        return tries.incrementAndGet() < 3
                                                                ? tx.execute(TWICE)
                                                                : done;
                                                    }));

            assertThat(rows).isEqualTo(1);
            assertThat(tries).hasValueGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void what_is_wrong_is_not_tried_again() {
        try (IngressFixture fixture = new IngressFixture(engine, temp)) {
            assertThatThrownBy(
                            () ->
                                    Persistence.trying(
                                            () ->
                                                    fixture.store
                                                            .database()
                                                            .write(
                                                                    tx ->
                                                                            tx.execute(
                                                                                    "no statement"))))
                    .isInstanceOf(StoreException.class);
        }
    }
}
