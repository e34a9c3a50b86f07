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
                        "update action.invoked {\"invocation_id\":\"%s\",\"action_name\":\"vote\",\"caller_name\":\"alice\",\"handler_agent_id\":\"%s\",\"handler_agent_name\":\"bob\",\"input\":{\"vote\":\"yes\"},\"caller\":{\"type\":\"agent\",\"id\":\"%s\",\"name\":\"alice\",\"agent_type\":\"agent\",\"metadata\":{}}}"
                                .formatted(ack.invocationId(), bob.agent(), alice.agent()));
        fixture.set
                .invocations()
                .complete(
                        bob,
                        "vote",
                        ack.invocationId(),
                        new CompleteInvocation(null, "no quorum", null, null, null, null, null));

        assertThat(aliceHears.next())
                .startsWith(
                        "1 action-result {\"type\":\"action.failed\",\"data\":{\"invocation_id\":\"%s\",\"action_name\":\"vote\",\"caller_name\":\"alice\",\"status\":\"failed\",\"output\":null,\"error\":\"no quorum\""
                                .formatted(ack.invocationId()))
                .contains("\"code\":\"handler_failed\"", "\"from_name\":\"bob\"");
    }

    @Test
    void a_caller_that_was_away_finds_the_result_when_it_comes() throws Exception {
        Caller.Agent carol = fixture.agent("carol");
        RecordingSession carolHears = new RecordingSession();
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(carol, "vote");
        fixture.set
                .invocations()
                .complete(
                        bob,
                        "vote",
                        ack.invocationId(),
                        CompleteInvocation.with(fixture.json.tree("{\"counted\":true}")));

        fixture.attach(carol, carolHears);

        assertThat(carolHears.next())
                .startsWith("1 action-result {\"type\":\"action.completed\"")
                .contains("\"output\":{\"counted\":true}", ack.invocationId().value());
    }

    @Test
    void a_result_that_names_its_caller_is_a_result_and_no_mention() throws Exception {
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");
        fixture.set
                .invocations()
                .complete(
                        bob,
                        "vote",
                        ack.invocationId(),
                        CompleteInvocation.with(fixture.json.tree("{\"note\":\"hi @alice\"}")));

        assertThat(aliceHears.next()).startsWith("1 action-result ");
    }

    @Test
    void a_caller_may_call_itself() throws Exception {
        fixture.register(bob, "note", null);
        InvokeAck ack = fixture.invoke(bob, "note");
        assertThat(bobHears.next()).startsWith("update action.invoked");
        fixture.set
                .invocations()
                .complete(bob, "note", ack.invocationId(), CompleteInvocation.with(null));

        assertThat(bobHears.next()).startsWith("1 action-result {\"type\":\"action.completed\"");
    }

    @Test
    void one_on_whose_behalf_something_was_called_is_not_sent_the_result() throws Exception {
        fixture.register(bob, "vote", null);
        InvokeAck ack =
                (InvokeAck)
                        fixture.set
                                .calls()
                                .invokeQuietly(
                                        alice, new Ask.Named("vote", fixture.json.tree("{}")), null)
                                .data();
        fixture.set
                .invocations()
                .complete(bob, "vote", ack.invocationId(), CompleteInvocation.with(null));

        assertThat(aliceHears.next()).startsWith("deliver action.completed ");
        assertThat(fixture.rows("select reason from delivery")).isEmpty();
    }

    @Test
    void a_caller_hears_that_it_was_denied_and_that_an_action_is_gone() throws Exception {
        fixture.register(bob, "secret", List.of("carol"));
        fixture.register(bob, "vote", null);

        assertRefused(Reason.ACTION_DENIED, () -> fixture.invoke(alice, "secret"));
        assertThat(aliceHears.next())
                .startsWith("deliver action.denied {\"invocation_id\":\"inv_")
                .contains("\"action_name\":\"secret\",\"caller_name\":\"alice\"");
        fixture.invoke(alice, "vote");
        fixture.set.actions().delete(bob, "vote");

        assertThat(aliceHears.next())
                .startsWith("1 action-result {\"type\":\"action.failed\"")
                .contains("\"output\":null,\"error\":\"action_deleted\"");
    }
}
