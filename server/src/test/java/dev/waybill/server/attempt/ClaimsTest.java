package dev.waybill.server.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.AttemptEvent;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.WholeServer;
import dev.waybill.server.provider.StubProvider.Behaviour;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Calls that take longer than a lease, on each engine. Nothing but the engines runs here, so that nothing else can be what
/// keeps a claim.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ClaimsTest {
    /// Long enough that a machine that is busy does not miss all four beats in it.
    private static final Duration LEASE = Duration.ofSeconds(4);

    private static final String HI = "{\"body\":\"hi\"}";

    private final TestEngine engine;
    private final CountDownLatch open = new CountDownLatch(1);
    @TempDir private Path temp;
    private AttemptFixture fixture;
    private Engine first;
    private Engine second;

    ClaimsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void prepare() {
        fixture = new AttemptFixture(engine, temp, LEASE, 1000);
        first = fixture.set.engine();
        second = fixture.server(1, LEASE, 1000).engine();
    }

    private void start() {
        first.start();
        second.start();
    }

    @AfterEach
    void stop() {
        open.countDown();
        first.close();
        second.close();
        fixture.close();
    }

    @Test
    void a_call_that_outlives_its_lease_is_lost_to_nobody() {
        fixture.stub.on(
                "POST /add_comment",
                new Behaviour.Held(open, new Behaviour.Answer(201, Map.of(), "{\"id\":1}")));
        String id = fixture.ask("add_comment", HI);
        start();
        WholeServer.await("the call", () -> !fixture.stub.journal().isEmpty());

        Instant end = Instant.now().plus(LEASE).plusMillis(500);
        WholeServer.await("a lease has passed", () -> Instant.now().isAfter(end));
        assertThat(fixture.show(id).status()).isEqualTo(AttemptStatus.IN_FLIGHT);
        open.countDown();

        WholeServer.await("it is sent", () -> fixture.show(id).status() == AttemptStatus.SENT);
        assertThat(fixture.stub.journal()).hasSize(1);
        assertThat(fixture.show(id).events())
                .extracting(AttemptEvent::toStatus)
                .containsExactly(AttemptStatus.QUEUED, AttemptStatus.IN_FLIGHT, AttemptStatus.SENT);
    }

    @Test
    void what_was_not_found_once_is_looked_for_again_before_it_is_done_again() {
        fixture.stub.cut("POST /add_comment");
        String id = fixture.ask("add_comment", HI);
        fixture.stub
                .on("GET /done", 200, "[]")
                .on("GET /done", 200, "[{\"id\":9,\"delivery\":\"" + id + "\"}]");

        start();

        WholeServer.await("it is sent", () -> fixture.show(id).status() == AttemptStatus.SENT);
        assertThat(fixture.stub.matching("POST .*"))
                .as("the provider was slow, and came to it between the two looks")
                .hasSize(1);
    }

    @Test
    void a_workspace_that_ends_some_day_is_served_until_then() {
        fixture.stub.on("POST /add_comment", 201, "{\"id\":1}");
        end(Instant.now().plusSeconds(3600));
        String served = fixture.ask("add_comment", HI);
        start();
        WholeServer.await("it is sent", () -> fixture.show(served).status() == AttemptStatus.SENT);

        end(Instant.now());
        String late = fixture.ask("add_comment", HI);

        WholeServer.await(
                "it is dropped", () -> fixture.show(late).status() == AttemptStatus.CANCELLED);
        assertThat(fixture.stub.journal()).hasSize(1);
    }

    private void end(Instant at) {
        fixture.store.database().write(tx -> tx.execute("update workspace set deleted_at = ?", at));
    }
}
