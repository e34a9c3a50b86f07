package dev.waybill.server.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.WholeServer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever a provider says is put down, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class KeepingTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private AttemptFixture fixture;
    private Engine running;

    KeepingTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new AttemptFixture(engine, temp, Duration.ofMinutes(1), 1000);
        running = fixture.set.engine();
        running.start();
    }

    @AfterEach
    void stop() {
        running.close();
        fixture.close();
    }

    @Test
    void a_body_that_no_database_keeps_is_kept_with_marks_in_it() {
        fixture.stub.on("POST /add_comment", 422, "no\0such issue");

        String id = fixture.ask("add_comment", "{\"body\":\"hi\"}");

        WholeServer.await("it failed", () -> status(id) == AttemptStatus.FAILED);
        assertThat(fixture.show(id).toString()).contains("no\uFFFDsuch issue");
    }

    @Test
    void an_id_that_no_database_keeps_is_kept_with_marks_in_it() {
        fixture.stub.on("POST /add_comment", 201, "{\"id\":\"a\\u0000b\"}");

        String id = fixture.ask("add_comment", "{\"body\":\"hi\"}");

        WholeServer.await("it is sent", () -> status(id) == AttemptStatus.SENT);
        assertThat(fixture.show(id).toString()).contains("a\uFFFDb");
    }

    private AttemptStatus status(String id) {
        return fixture.show(id).status();
    }
}
