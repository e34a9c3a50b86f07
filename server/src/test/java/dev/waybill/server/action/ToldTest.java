package dev.waybill.server.action;

import static dev.waybill.server.action.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What callers and handlers that are connected hear.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ToldTest {
    private final TestEngine engine;
    private final RecordingSession aliceHears = new RecordingSession();
    private final RecordingSession bobHears = new RecordingSession();
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Caller.Agent alice;
    private Caller.Agent bob;

    ToldTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
        alice = fixture.agent("alice");
        bob = fixture.connected("bob");
        fixture.attach(alice, aliceHears);
        fixture.attach(bob, bobHears);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void a_handler_hears_who_calls_and_the_caller_hears_the_result() throws Exception {
        fixture.register(bob, "vote", null);

        InvokeAck ack = fixture.invoke(alice, "vote", "{\"vote\":\"yes\"}");
        assertThat(bobHears.next())
                .isEqualTo(
                        "update action.invoked {\"invocation_id\":\"%s\",\"action_name\":\"vote\",\"caller_name\":\"alice\",\"handler_agent_id\":\"%s\",\"handler_agent_name\":\"bob\",\"input\":{\"vote\":\"yes\"}}"
                                .formatted(ack.invocationId(), bob.agent()));
        fixture.set
                .invocations()
                .complete(
                        bob,
                        "vote",
                        ack.invocationId(),
                        new CompleteInvocation(null, "no quorum", null, null, null, null, null));

        assertThat(aliceHears.next())
                .isEqualTo(
                        "deliver action.failed {\"invocation_id\":\"%s\",\"action_name\":\"vote\",\"status\":\"failed\",\"output\":null,\"error\":\"no quorum\"}"
                                .formatted(ack.invocationId()));
    }

    @Test
    void a_caller_hears_that_it_was_denied_and_that_an_action_is_gone() throws Exception {
        fixture.register(bob, "secret", List.of("carol"));
        fixture.register(bob, "vote", null);

        assertRefused(Reason.ACTION_DENIED, () -> fixture.invoke(alice, "secret"));
        assertThat(aliceHears.next())
                .startsWith(
                        "deliver action.denied {\"action_name\":\"secret\",\"caller_name\":\"alice\",\"error\":");
        fixture.invoke(alice, "vote");
        fixture.set.actions().delete(bob, "vote");

        assertThat(aliceHears.next())
                .startsWith("deliver action.failed ")
                .endsWith("\"output\":null,\"error\":\"action_deleted\"}");
    }
}
