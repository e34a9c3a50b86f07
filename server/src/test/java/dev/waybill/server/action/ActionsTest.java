package dev.waybill.server.action;

import static dev.waybill.server.action.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

@ParameterizedClass
@EnumSource(TestEngine.class)
class ActionsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Actions actions;

    ActionsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
        actions = fixture.set.actions();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void a_name_is_registered_once_and_refreshed_after() {
        Caller.Agent bob = fixture.agent("bob");

        Actions.Registered first =
                actions.register(bob, ActionFixture.handledBy(bob, "vote", null));
        Actions.Registered second =
                actions.register(bob, ActionFixture.handledBy(bob, "vote", List.of("alice")));

        assertThat(first.isNew()).isTrue();
        assertThat(second.isNew()).isFalse();
        assertThat(second.action().id()).isEqualTo(first.action().id());
        assertThat(second.action().availableTo()).containsExactly("alice");
        assertThat(fixture.ledger()).containsExactly("action.registered", "action.registered");
        assertThat(fixture.lastPayload("action.registered").toString())
                .isEqualTo("{\"action_name\":\"vote\"}");
    }

    @Test
    void schemas_come_back_as_they_went_in() {
        Caller.Agent bob = fixture.agent("bob");
        String schema =
                "{\"type\":\"object\",\"additional_properties\":false,\"required\":[\"maxAgents\"]}";

        Action action =
                actions.register(
                                bob,
                                new NewAction(
                                        "vote",
                                        "votes",
                                        "bob",
                                        null,
                                        (ObjectNode) fixture.json.tree(schema),
                                        null,
                                        null,
                                        null))
                        .action();

        assertThat(action.inputSchema().toString()).isEqualTo(schema);
        assertThat(action.outputSchema().toString()).isEqualTo("{}");
        assertThat(actions.find(bob, "vote")).isEqualTo(action);
    }

    @Test
    void exactly_one_handler_that_exists_is_needed() {
        Caller.Agent bob = fixture.agent("bob");

        assertRefused(Reason.INVALID_ACTION_HANDLER, () -> register(null, null));
        assertRefused(Reason.INVALID_ACTION_HANDLER, () -> register("bob", "box"));
        assertRefused(Reason.AGENT_NOT_FOUND, () -> register("nobody", null));
        assertRefused(Reason.NODE_NOT_FOUND, () -> register(null, "nowhere"));
        assertRefused(
                Reason.FORBIDDEN,
                () ->
                        actions.register(
                                fixture.agent("eve"), ActionFixture.handledBy(bob, "vote", null)));
        assertThat(fixture.ledger()).isEmpty();
    }

    @Test
    void a_node_handles_only_what_it_can_do() {
        fixture.broker("box", 0, 0, "echo");

        assertRefused(Reason.CAPABILITY_MISMATCH, () -> register(null, "box"));
        Action echo =
                actions.register(
                                fixture.owner(),
                                new NewAction(
                                        "echo",
                                        "says it again",
                                        null,
                                        "box",
                                        null,
                                        null,
                                        null,
                                        null))
                        .action();

        assertThat(echo.handlerNode()).isEqualTo("box");
        assertThat(echo.handlerNodeId()).isEqualTo(new NodeId("node_box"));
        assertThat(echo.handlerAgent()).isNull();
    }

    @Test
    void a_restricted_action_exists_only_for_those_it_is_for() {
        Caller.Agent bob = fixture.agent("bob");
        Caller.Agent alice = fixture.agent("alice");
        Caller.Agent eve = fixture.agent("eve");
        fixture.register(bob, "open", List.of());
        fixture.register(bob, "closed", List.of("alice"));

        assertThat(names(alice)).containsExactly("closed", "open");
        assertThat(names(bob)).as("its handler").containsExactly("closed", "open");
        assertThat(names(eve)).containsExactly("open");
        assertThat(names(fixture.owner())).containsExactly("open");
        assertRefused(Reason.ACTION_NOT_FOUND, () -> actions.find(eve, "closed"));
        assertRefused(Reason.ACTION_NOT_FOUND, () -> actions.find(fixture.owner(), "closed"));
        assertRefused(Reason.ACTION_NOT_FOUND, () -> actions.delete(eve, "closed"));
    }

    @Test
    void actions_of_another_workspace_do_not_exist() {
        fixture.register(fixture.agent("bob"), "vote", null);
        Caller.Owner other = new Caller.Owner(fixture.workspace("other"));

        assertThat(names(other)).isEmpty();
        assertRefused(Reason.ACTION_NOT_FOUND, () -> actions.find(other, "vote"));
    }

    @Test
    void with_its_action_an_open_invocation_ends() {
        Caller.Agent bob = fixture.connected("bob");
        Caller.Agent alice = fixture.agent("alice");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");

        assertRefused(Reason.FORBIDDEN, () -> actions.delete(alice, "vote"));
        actions.delete(fixture.owner(), "vote");

        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.FAILED);
        assertThat(fixture.seen(ack).error()).isEqualTo("action_deleted");
        assertThat(fixture.ledger())
                .containsExactly(
                        "action.registered", "action.invoked", "action.failed", "action.deleted");
        assertRefused(Reason.ACTION_NOT_FOUND, () -> fixture.invoke(alice, "vote"));
    }

    @Test
    void an_action_that_moves_to_another_agent_leaves_its_open_invocations_behind() {
        Caller.Agent bob = fixture.connected("bob");
        Caller.Agent carol = fixture.connected("carol");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(carol, "vote");

        fixture.register(bob, "vote", null);
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.DISPATCHED);
        fixture.register(carol, "vote", null);

        assertThat(fixture.seen(ack).error()).isEqualTo("handler_unavailable");
        assertThat(actions.find(bob, "vote").handlerAgent()).isEqualTo("carol");
    }

    @Test
    void what_a_node_says_it_can_do_becomes_its_actions() {
        NodeId box = fixture.broker("box", 0, 0);

        fixture.advertise(
                box,
                "default",
                Capability.named("echo"),
                Capability.named("spawn:claude"),
                new Capability("release", "action", null, null, null));

        assertThat(names(fixture.owner())).containsExactly("echo", "release");
        assertThat(actions.find(fixture.owner(), "echo").description())
                .isEqualTo("Node handler echo");

        fixture.advertise(box, "default", Capability.named("echo"));
        assertThat(names(fixture.owner())).containsExactly("echo");
        fixture.advertise(box, "other");
        assertThat(names(fixture.owner())).as("of another provider").containsExactly("echo");
    }

    @Test
    void a_default_provider_claims_a_free_name_and_others_only_when_they_say_so() {
        Caller.Agent alice = fixture.agent("alice");
        NodeId first = fixture.broker("first", 0, 0);
        NodeId second = fixture.broker("second", 0, 0);
        fixture.handlers.connect(first, "p1", fixture.now());
        fixture.advertise(first, "p1", Capability.named("quiet"));
        fixture.advertise(first, "default", Capability.named("echo"));
        fixture.advertise(second, "default", Capability.named("echo"));

        assertRefused(Reason.ACTION_NOT_FOUND, () -> fixture.invoke(alice, "quiet"));
        assertThat(fixture.invoke(alice, "echo").handlerNodeId()).isEqualTo(first);
        assertRefused(
                Reason.ACTION_NAME_CONFLICT,
                () ->
                        fixture.advertise(
                                second, "p2", new Capability("echo", null, true, null, null)));
        fixture.advertise(second, "p2", new Capability("loud", null, true, null, null));
        fixture.handlers.connect(second, "p2", fixture.now());
        assertThat(fixture.invoke(alice, "loud").handlerNodeId()).isEqualTo(second);
    }

    @Test
    void what_was_registered_about_a_nodes_action_survives_its_next_connection() {
        NodeId box = fixture.broker("box", 0, 0, "echo");
        fixture.advertise(box, "default", Capability.named("echo"));
        actions.register(
                fixture.owner(),
                new NewAction("echo", "says it again", null, "box", null, null, null, null));

        fixture.advertise(box, "default", Capability.named("echo"));

        assertThat(actions.find(fixture.owner(), "echo").description()).isEqualTo("says it again");
    }

    private void register(@Nullable String agent, @Nullable String node) {
        actions.register(
                fixture.owner(),
                new NewAction("vote", "votes", agent, node, null, null, null, null));
    }

    /// Without those that are built in.
    private List<String> names(Caller caller) {
        return actions.list(caller).stream()
                .map(Action::name)
                .filter(name -> !name.startsWith("agent."))
                .toList();
    }
}
