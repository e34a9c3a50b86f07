package dev.waybill.server.action;

import static dev.waybill.server.action.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

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

/// Agents that are started and stopped by nodes.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SpawnTest {
    private static final String CLAUDE = "{\"name\":\"w1\",\"cli\":\"claude\",\"task\":\"go\"}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private ActionFixture fixture;

    SpawnTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void the_least_busy_live_node_that_can_starts_the_agent() {
        fixture.broker("busy", 0.9, 0, "spawn:claude");
        fixture.broker("wrong", 0.1, 0, "spawn:codex");
        NodeId idle = fixture.broker("idle", 0.2, 0, "spawn:claude");
        NodeId away = fixture.broker("away", 0.0, 0, "spawn:claude");
        fixture.handlers.disconnect(away, "default");

        InvokeAck ack = spawn(fixture.owner(), CLAUDE);

        assertThat(ack.actionName()).isEqualTo("spawn");
        assertThat(ack.dispatchedNodeId()).isEqualTo(idle);
        assertThat(ack.status()).isEqualTo(InvocationStatus.DISPATCHED);
        RecordingHandlers.Sent sent = fixture.handlers.sent.getFirst();
        assertThat(sent.invoke().action()).isEqualTo("spawn:claude");
        assertThat(sent.invoke().input().toString()).isEqualTo(CLAUDE);
    }

    @Test
    void agents_that_are_on_their_way_count_and_a_full_node_gets_no_more() {
        NodeId first = fixture.broker("a", 0, 1, "spawn:claude");
        NodeId second = fixture.broker("b", 0, 1, "spawn:claude");

        assertThat(spawn(fixture.owner(), CLAUDE).dispatchedNodeId()).isEqualTo(first);
        assertThat(spawn(fixture.owner(), CLAUDE).dispatchedNodeId()).isEqualTo(second);
        assertRefused(Reason.HANDLER_UNAVAILABLE, () -> spawn(fixture.owner(), CLAUDE));
    }

    @Test
    void a_node_can_be_asked_for() {
        fixture.broker("a", 0, 0, "spawn:claude");
        NodeId busy = fixture.broker("b", 1, 0, "spawn:claude");
        Caller.Agent alice = fixture.agent("alice");

        assertThat(spawn(fixture.owner(), on("b")).dispatchedNodeId()).isEqualTo(busy);
        assertThat(spawn(new Caller.Node(fixture.workspace, busy), on("self")).dispatchedNodeId())
                .isEqualTo(busy);
        assertRefused(Reason.NODE_NOT_FOUND, () -> spawn(alice, on("nowhere")));
        assertRefused(Reason.PLACEMENT_SELF_UNAVAILABLE, () -> spawn(alice, on("self")));
        assertRefused(
                Reason.PLACEMENT_SELF_REQUIRES_AGENT, () -> spawn(fixture.owner(), on("self")));
        fixture.broker("c", 0, 0, "spawn:codex");
        assertRefused(Reason.CAPABILITY_MISMATCH, () -> spawn(alice, on("c")));
        fixture.handlers.connect(alice.agent(), new Reach.Hosted(busy, "default", fixture.now()));
        assertThat(spawn(alice, on("self")).handlerNodeId()).isEqualTo(busy);
    }

    @Test
    void an_agent_can_invoke_spawn_as_if_it_were_registered() {
        NodeId box = fixture.broker("box", 0, 0, "spawn:claude");
        Caller.Agent alice = fixture.agent("alice");

        InvokeAck ack =
                fixture.invoke(
                        alice,
                        "spawn",
                        "{\"capability\":\"spawn:claude\",\"target_node\":\"box\",\"cli\":\"claude\"}");

        assertThat(ack.dispatchedNodeId()).isEqualTo(box);
        assertRefused(
                Reason.HANDLER_UNAVAILABLE,
                () -> fixture.invoke(alice, "spawn", "{\"cli\":\"goose\"}"));
        assertRefused(Reason.INVALID_REQUEST, () -> fixture.invoke(alice, "spawn", "{}"));
    }

    @Test
    void a_spawn_moves_on_when_its_node_is_lost_and_fails_when_there_is_no_other() {
        NodeId first = fixture.broker("a", 0, 0, "spawn:claude");
        NodeId second = fixture.broker("b", 0.5, 0, "spawn:claude");
        InvokeAck ack = spawn(fixture.owner(), CLAUDE);
        assertThat(ack.dispatchedNodeId()).isEqualTo(first);

        fixture.handlers.disconnect(first, "default");
        fixture.pass(Duration.ofSeconds(30));
        fixture.set.outstanding().sweep();
        assertThat(fixture.seen(ack).dispatchedNodeId()).isEqualTo(second);
        fixture.handlers.disconnect(second, "default");
        fixture.pass(Duration.ofMinutes(1));
        fixture.set.outstanding().sweep();
        fixture.pass(Duration.ofMinutes(2));
        fixture.set.outstanding().sweep();

        assertThat(fixture.seen(ack).error()).isEqualTo("handler_unavailable");
    }

    @Test
    void an_inventory_settles_the_spawns_that_run_and_repeats_those_that_do_not() {
        NodeId box = fixture.broker("box", 0, 0, "spawn:claude");
        InvokeAck runs = spawn(fixture.owner(), CLAUDE);
        InvokeAck lost = spawn(fixture.owner(), CLAUDE);
        fixture.pass(Duration.ofSeconds(40));
        InvokeAck fresh = spawn(fixture.owner(), CLAUDE);
        Caller.Agent w1 = fixture.agent("w1");

        Outstanding.Inventory counts =
                fixture.inventory(
                        box, new Outstanding.Running(runs.invocationId(), w1.agent(), "w1"));

        assertThat(counts).isEqualTo(new Outstanding.Inventory(2, 1, 1));
        assertThat(fixture.seen(runs).status()).isEqualTo(InvocationStatus.COMPLETED);
        assertThat(fixture.seen(lost).dispatchedAt()).isEqualTo(fixture.now());
        assertThat(fixture.seen(fresh).dispatchedAt()).isEqualTo(fresh.createdAt());
        assertThat(fixture.handlers.sent).hasSize(4);
    }

    @Test
    void an_agent_without_a_node_is_released_at_once() {
        fixture.agent("w1");

        InvokeAck ack = release("{\"name\":\"w1\"}");

        assertThat(ack.status()).isEqualTo(InvocationStatus.COMPLETED);
        assertThat(fixture.rows("select status from agent where name = 'w1'"))
                .containsExactly("offline");
        assertThat(fixture.ledger()).containsExactly("action.invoked", "action.completed");
        assertRefused(Reason.AGENT_NOT_FOUND, () -> release("{\"name\":\"w2\"}"));
        assertRefused(Reason.INVALID_RELEASE_REQUEST, () -> release("{}"));
    }

    @Test
    void a_released_agent_can_be_removed_and_its_name_is_free() {
        fixture.agent("w1");

        release("{\"name\":\"w1\",\"delete_agent\":true}");

        assertThat(fixture.rows("select name from author")).containsExactly("w1");
        assertRefused(Reason.AGENT_NOT_FOUND, () -> release("{\"name\":\"w1\"}"));
        assertThat(fixture.agent("w1").name()).isEqualTo("w1");
    }

    @Test
    void a_node_releases_the_agent_it_runs_and_without_it_the_server_does() {
        NodeId box = fixture.broker("box", 0, 0);
        Caller.Agent w1 = fixture.agent("w1");
        Caller.Agent w2 = fixture.agent("w2");
        fixture.handlers.connect(w1.agent(), new Reach.Hosted(box, "default", fixture.now()));
        fixture.handlers.connect(w2.agent(), new Reach.Hosted(box, "default", fixture.now()));

        InvokeAck first = release("{\"name\":\"w1\"}");
        InvokeAck second = release("{\"name\":\"w2\"}");
        assertThat(first.status()).isEqualTo(InvocationStatus.DISPATCHED);
        assertThat(fixture.handlers.sent.getFirst().invoke().action()).isEqualTo("release");
        assertThat(fixture.handlers.sent.getFirst().invoke().agentName()).isEqualTo("w1");
        fixture.set
                .invocations()
                .result(
                        box,
                        "default",
                        first.invocationId(),
                        new Outcome.Output(fixture.json.tree("{}")));
        fixture.handlers.disconnect(box, "default");
        fixture.handlers.disconnect(w2.agent());
        fixture.pass(Duration.ofSeconds(30));
        fixture.set.outstanding().sweep();

        assertThat(fixture.seen(second).status()).isEqualTo(InvocationStatus.COMPLETED);
        assertThat(fixture.rows("select name from agent where status = 'offline' order by name"))
                .containsExactly("w1", "w2");
    }

    private InvokeAck spawn(Caller caller, String input) {
        return (InvokeAck) fixture.set.calls().spawn(caller, fixture.json.tree(input), null).data();
    }

    private InvokeAck release(String input) {
        return (InvokeAck)
                fixture.set.calls().release(fixture.owner(), fixture.json.tree(input), null).data();
    }

    private static String on(String node) {
        return "{\"name\":\"w1\",\"cli\":\"claude\",\"target_node\":\"" + node + "\"}";
    }
}
