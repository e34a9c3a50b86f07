package dev.waybill.server.action;

import static dev.waybill.server.action.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult.Completed;
import dev.waybill.protocol.action.ActionResult.Failed;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// The actions that create, release and describe agents.
@ParameterizedClass
@EnumSource(TestEngine.class)
class RuntimeActionsTest {
    private static final String WORKER =
            "{\"name\":\"w1\",\"harness\":\"claude\",\"task\":\"go\",\"channels\":[\"ops\"],\"session_ref\":\"s-1\"}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Caller.Agent planner;

    RuntimeActionsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
        planner = fixture.agent("planner");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void an_agent_is_created_on_a_node_in_the_words_nodes_know() {
        fixture.broker("busy", 0.9, 0, "spawn:claude");
        NodeId idle = fixture.broker("idle", 0.1, 0, "spawn:claude");

        InvokeAck ack = fixture.invoke(planner, "agent.create", WORKER);

        assertThat(ack.actionName()).isEqualTo("agent.create");
        assertThat(ack.dispatchedNodeId()).isEqualTo(idle);
        RecordingHandlers.Sent sent = fixture.handlers.sent.getFirst();
        assertThat(sent.invoke().action()).isEqualTo("spawn:claude");
        assertThat(sent.invoke().input().path("cli").asString()).isEqualTo("claude");
        assertThat(sent.invoke().input().path("session_ref").asString()).isEqualTo("s-1");
        Caller.Agent worker = fixture.agent("w1");
        fixture.inventory(idle, new Outstanding.Running(ack.invocationId(), worker.agent(), "w1"));
        assertThat(fixture.seen(ack).result())
                .asInstanceOf(type(Completed.class))
                .extracting(done -> String.valueOf(done.output()))
                .isEqualTo("{\"agent_id\":\"" + worker.agent() + "\",\"name\":\"w1\"}");
        assertThat(fixture.ledger()).containsExactly("action.invoked", "action.completed");
    }

    @Test
    void without_a_node_it_waits_a_while_and_then_fails_clearly() {
        InvokeAck ack = fixture.invoke(planner, "agent.create", WORKER);
        assertThat(ack.status()).isEqualTo(InvocationStatus.PENDING);

        fixture.pass(Duration.ofSeconds(30));
        fixture.set.outstanding().sweep();
        assertThat(fixture.seen(ack).result()).isNull();
        fixture.pass(Duration.ofMinutes(3));
        fixture.set.outstanding().sweep();

        assertThat(fixture.seen(ack).result())
                .asInstanceOf(type(Failed.class))
                .satisfies(
                        failed -> {
                            assertThat(failed.error().code())
                                    .isEqualTo(ActionErrorCode.HANDLER_FAILED);
                            assertThat(failed.error().retryable()).isTrue();
                        });
    }

    @Test
    void a_node_that_comes_in_time_creates_it() {
        InvokeAck ack = fixture.invoke(planner, "agent.create", WORKER);
        NodeId late = fixture.broker("late", 0, 0, "spawn:claude");

        fixture.pass(Duration.ofSeconds(30));
        fixture.set.outstanding().sweep();

        assertThat(fixture.seen(ack).dispatchedNodeId()).isEqualTo(late);
    }

    @Test
    void only_so_many_wait_for_a_node() {
        for (int i = 0; i < ActionLimits.DEFAULTS.queue(); i++) {
            fixture.invoke(planner, "agent.create", WORKER);
        }

        assertRefused(
                Reason.NODE_DISPATCH_UNAVAILABLE,
                () -> fixture.invoke(planner, "agent.create", WORKER));
    }

    @Test
    void input_is_checked_like_that_of_any_action() {
        assertRefused(
                Reason.VALIDATION_FAILED,
                () -> fixture.invoke(planner, "agent.create", "{\"name\":\"w1\"}"));
        assertRefused(
                Reason.VALIDATION_FAILED, () -> fixture.invoke(planner, "agent.release", "{}"));
    }

    @Test
    void a_released_agent_and_the_status_of_one_are_answered_at_once() {
        fixture.agent("w1");

        Invocation status = fixture.seen(fixture.invoke(planner, "agent.status", named("w1")));
        Invocation released = fixture.seen(fixture.invoke(planner, "agent.release", named("w1")));

        assertThat(String.valueOf(status.output()))
                .contains("\"name\":\"w1\"", "\"status\":", "\"pending_deliveries\":0");
        assertThat(String.valueOf(released.output())).isEqualTo("{\"released\":true}");
        assertRefused(
                Reason.AGENT_NOT_FOUND,
                () -> fixture.invoke(planner, "agent.status", named("nobody")));
    }

    @Test
    void whoever_registers_one_of_the_names_takes_its_place() {
        Caller.Agent runtime = fixture.connected("runtime");
        fixture.register(runtime, "agent.create", null);

        InvokeAck ack = fixture.invoke(planner, "agent.create", WORKER);

        assertThat(ack.handlerAgentId()).isEqualTo(runtime.agent());
        assertThat(fixture.set.actions().list(planner))
                .extracting(action -> action.name())
                .containsExactly("agent.create", "agent.release", "agent.status");
    }

    private static String named(String agent) {
        return "{\"name\":\"" + agent + "\"}";
    }
}
