package dev.waybill.server.action;

import static dev.waybill.server.action.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.action.RecordingHandlers.Sent;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class InvocationsTest {
    private static final Json LARGE = new Json(JsonLimits.STORED);

    private final TestEngine engine;
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Invocations invocations;
    private Caller.Agent alice;

    InvocationsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
        invocations = fixture.set.invocations();
        alice = fixture.agent("alice");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void an_agents_action_goes_to_its_own_connection_and_comes_back_completed() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", List.of("alice"));

        InvokeAck ack = fixture.invoke(alice, "vote", "{\"user_id\":[1,null]}");
        fixture.pass(Duration.ofMillis(1500));
        Invocation done = complete(bob, ack, "{\"counted\":true}", null);

        assertThat(ack.status()).isEqualTo(InvocationStatus.DISPATCHED);
        assertThat(ack.handlerAgentId()).isEqualTo(bob.agent());
        assertThat(ack.dispatchedNodeId()).isEqualTo(new NodeId("node_direct_" + bob.agent()));
        assertThat(ack.input().toString()).isEqualTo("{\"user_id\":[1,null]}");
        assertThat(fixture.handlers.sent).as("frames for nodes").isEmpty();
        assertThat(done.status()).isEqualTo(InvocationStatus.COMPLETED);
        assertThat(done.durationMs()).isEqualTo(1500);
        assertThat(done.callerName()).isEqualTo("alice");
        assertThat(invocations.find(alice, "vote", ack.invocationId())).isEqualTo(done);
        assertThat(fixture.lastPayload("action.invoked").toString())
                .isEqualTo(
                        "{\"invocation_id\":\""
                                + ack.invocationId()
                                + "\",\"action_name\":\"vote\",\"caller_name\":\"alice\",\"handler_agent_id\":\""
                                + bob.agent()
                                + "\",\"handler_node_id\":null}");
        assertThat(fixture.lastPayload("action.completed").toString())
                .isEqualTo(
                        "{\"invocation_id\":\""
                                + ack.invocationId()
                                + "\",\"action_name\":\"vote\",\"caller_name\":\"alice\",\"status\":\"completed\",\"output\":{\"counted\":true},\"error\":null,\"duration_ms\":1500}");
    }

    @Test
    void an_error_fails_it_and_the_first_result_counts() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");

        Invocation failed = complete(bob, ack, null, "no quorum");

        assertThat(failed.status()).isEqualTo(InvocationStatus.FAILED);
        assertThat(failed.error()).isEqualTo("no quorum");
        assertRefused(Reason.INVOCATION_NOT_FOUND, () -> complete(bob, ack, "1", null));
        assertThat(fixture.seen(ack)).isEqualTo(failed);
        assertThat(fixture.ledger())
                .containsExactly("action.registered", "action.invoked", "action.failed");
    }

    @Test
    void only_its_handler_or_the_owner_completes_it() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");

        assertRefused(Reason.FORBIDDEN, () -> complete(alice, ack, "1", null));
        assertRefused(
                Reason.INVOCATION_NOT_FOUND,
                () -> invocations.find(fixture.agent("eve"), "vote", ack.invocationId()));
        assertRefused(
                Reason.INVOCATION_NOT_FOUND,
                () -> invocations.find(alice, "other", ack.invocationId()));
        assertRefused(
                Reason.INVOCATION_NOT_FOUND,
                () -> invocations.find(alice, "vote", new InvocationId("inv_0")));
        assertThat(complete(fixture.owner(), ack, "7", null).output()).hasToString("7");
    }

    @Test
    void a_caller_it_is_not_for_is_denied_and_the_denial_is_told() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", List.of("carol"));

        assertRefused(Reason.ACTION_DENIED, () -> fixture.invoke(alice, "vote"));

        assertThat(fixture.rows("select status from invocation")).containsExactly("failed");
        assertThat(fixture.lastPayload("action.denied").toString())
                .contains(
                        "\"action_name\":\"vote\",\"caller_name\":\"alice\"",
                        "\"error\":\"Agent \\\"alice\\\" is not authorized to invoke action \\\"vote\\\"\"");
    }

    @Test
    void nothing_is_left_to_do_while_the_handler_is_away() {
        fixture.register(fixture.agent("bob"), "vote", null);

        assertRefused(Reason.ACTION_NOT_FOUND, () -> fixture.invoke(alice, "nothing"));
        assertRefused(Reason.HANDLER_UNAVAILABLE, () -> fixture.invoke(alice, "vote"));

        assertThat(fixture.rows("select id from invocation where completed_at is null")).isEmpty();
        assertThat(fixture.ledger())
                .containsExactly("action.registered", "action.failed", "action.failed");
    }

    @Test
    void a_queued_action_takes_a_hundred_calls_while_its_handler_is_away() {
        Caller.Agent bob = fixture.agent("bob");
        fixture.set
                .actions()
                .register(bob, new NewAction("vote", "votes", "bob", null, null, null, null, true));
        for (int i = 0; i < 100; i++) {
            assertThat(fixture.invoke(alice, "vote").status()).isEqualTo(InvocationStatus.PENDING);
        }
        assertRefused(Reason.NODE_DISPATCH_UNAVAILABLE, () -> fixture.invoke(alice, "vote"));

        fixture.handlers.connect(bob.agent(), new Reach.Direct(fixture.now()));
        fixture.set.outstanding().arrived(bob.agent(), false);

        assertThat(fixture.rows("select count(*) from invocation where status = 'dispatched'"))
                .containsExactly("100");
    }

    @Test
    void an_agent_that_a_broker_runs_is_reached_through_it_and_answers_either_way() {
        NodeId box = fixture.broker("box", 0, 0);
        Caller.Agent bob = fixture.agent("bob");
        fixture.handlers.connect(bob.agent(), new Reach.Hosted(box, "default", fixture.now()));
        fixture.register(bob, "vote", null);

        InvokeAck first = fixture.invoke(alice, "vote");
        InvokeAck second = fixture.invoke(alice, "vote");

        Sent sent = fixture.handlers.sent.getFirst();
        assertThat(sent.node()).isEqualTo(box);
        assertThat(sent.invoke().action()).isEqualTo("vote");
        assertThat(sent.invoke().agentId()).isEqualTo(bob.agent());
        assertThat(sent.invoke().agentName()).isEqualTo("bob");
        assertThat(result(box, first, "1")).isTrue();
        assertThat(complete(bob, second, "2", null).status()).isEqualTo(InvocationStatus.COMPLETED);
    }

    @Test
    void a_nodes_action_is_answered_by_the_node_it_went_to_and_nobody_else() {
        NodeId box = fixture.broker("box", 0, 0);
        NodeId other = fixture.broker("other", 0, 0);
        fixture.advertise(box, "default", Capability.named("echo"));

        InvokeAck ack = fixture.invoke(alice, "echo");

        assertThat(fixture.handlers.sent).hasSize(1);
        assertThat(fixture.handlers.sent.getFirst().invoke().agentId()).isNull();
        assertRefused(
                Reason.NODE_OWNED_INVOCATION, () -> complete(fixture.owner(), ack, "1", null));
        assertThat(result(other, ack, "1")).isFalse();
        assertThat(
                        invocations.result(
                                box,
                                "p1",
                                ack.invocationId(),
                                new Outcome.Output(fixture.json.tree("1"))))
                .isFalse();
        assertThat(result(box, ack, "null")).isTrue();
        assertThat(result(box, ack, "2")).as("again").isFalse();
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.COMPLETED);
        assertThat(fixture.seen(ack).output()).isNull();
    }

    @Test
    void a_node_can_be_addressed_by_name_or_id() {
        NodeId box = fixture.broker("box", 0, 0);
        fixture.handlers.connect(box, "p1", fixture.now());
        fixture.advertise(box, "p1", Capability.named("quiet"));

        InvokeAck byName = invokeOn("box", "quiet");
        InvokeAck byId = invokeOn("node_box", "quiet");

        assertThat(byName.dispatchedNodeId()).isEqualTo(box);
        assertThat(byId.handlerNodeId()).isEqualTo(box);
        assertThat(fixture.handlers.sent.getFirst().provider()).isEqualTo("p1");
        assertRefused(Reason.NODE_NOT_FOUND, () -> invokeOn("nowhere", "quiet"));
        assertRefused(Reason.ACTION_NOT_FOUND, () -> invokeOn("box", "loud"));
    }

    @Test
    void a_call_that_comes_again_under_its_key_is_answered_and_not_made_again() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        RequestKey key =
                new RequestKey(fixture.workspace, alice.agent().text(), "invoke vote", "k", "f");

        Answered first =
                fixture.set
                        .calls()
                        .invoke(alice, new Ask.Named("vote", fixture.json.tree("{}")), key);
        fixture.handlers.disconnect(bob.agent());
        Answered again =
                fixture.set
                        .calls()
                        .invoke(alice, new Ask.Named("vote", fixture.json.tree("{}")), key);

        assertThat(again.replayed()).isTrue();
        assertThat(fixture.json.text(again.data())).isEqualTo(fixture.json.text(first.data()));
        assertThat(fixture.rows("select id from invocation")).hasSize(1);
    }

    @Test
    void an_output_beyond_all_bounds_fails_it() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");

        complete(bob, ack, "\"" + "x".repeat(1 << 20) + "\"", null);

        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.FAILED);
        assertThat(fixture.seen(ack).error()).contains("longer");
    }

    private Invocation complete(
            Caller caller, InvokeAck ack, @Nullable String output, @Nullable String error) {
        return invocations.complete(
                caller,
                ack.actionName(),
                ack.invocationId(),
                new CompleteInvocation(
                        output == null ? null : LARGE.tree(output),
                        error,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    private boolean result(NodeId node, InvokeAck ack, String output) {
        return invocations.result(
                node, "default", ack.invocationId(), new Outcome.Output(LARGE.tree(output)));
    }

    private InvokeAck invokeOn(String node, String action) {
        return (InvokeAck)
                fixture.set
                        .calls()
                        .invoke(alice, new Ask.OnNode(node, action, fixture.json.tree("{}")), null)
                        .data();
    }
}
