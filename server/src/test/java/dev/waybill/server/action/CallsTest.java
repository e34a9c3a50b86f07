package dev.waybill.server.action;

import static dev.waybill.server.action.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.action.ActionResult.Failed;
import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.protocol.action.PolicyAnswer;
import dev.waybill.protocol.action.PolicyCheck;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/// What a call passes on its way to its handler, and what is left of it.
@ParameterizedClass
@EnumSource(TestEngine.class)
class CallsTest {
    private static final String BRANCH =
            "{\"type\":\"object\",\"required\":[\"branch\"],\"properties\":{\"branch\":{\"type\":\"string\"}}}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Caller.Agent alice;
    private Caller.Agent bob;

    CallsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture =
                new ActionFixture(
                        engine,
                        temp.resolve("data"),
                        "deny deploy.* by alice where /branch = main because Main is deployed by people",
                        "deny agent.create by alice",
                        "deny agent.create where /harness = goose");
        alice = fixture.agent("alice");
        bob = fixture.connected("bob");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void every_settled_invocation_has_the_envelope() {
        register("deploy.preview", BRANCH, null);
        InvokeAck done = fixture.invoke(alice, "deploy.preview", "{\"branch\":\"x\"}");
        complete(done, "{\"url\":\"https://x.test\"}");
        InvokeAck broken = fixture.invoke(alice, "deploy.preview", "{\"branch\":\"y\"}");
        fixture.set
                .invocations()
                .complete(
                        bob,
                        "deploy.preview",
                        broken.invocationId(),
                        new CompleteInvocation(null, "no room", null, null, null, true, null));

        assertThat(envelope(done))
                .isEqualTo(
                        "{\"ok\":true,\"action\":\"deploy.preview\",\"invocationId\":\"%s\",\"output\":{\"url\":\"https://x.test\"}}"
                                .formatted(done.invocationId()));
        assertThat(envelope(broken))
                .isEqualTo(
                        "{\"ok\":false,\"action\":\"deploy.preview\",\"invocationId\":\"%s\",\"error\":{\"code\":\"handler_failed\",\"message\":\"no room\",\"retryable\":true}}"
                                .formatted(broken.invocationId()));
    }

    @Test
    void checks_come_in_the_order_that_tells_a_caller_least() {
        register("deploy.preview", BRANCH, List.of("alice", "carol"));
        Caller.Agent mallory = fixture.agent("mallory");
        String invalidAndDenied = "{\"branch\":7}";

        assertThat(refusedAs(mallory, "nothing", "{}")).isEqualTo(ActionErrorCode.NOT_FOUND);
        assertThat(refusedAs(mallory, "deploy.preview", invalidAndDenied))
                .isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        assertThat(refusedAs(alice, "deploy.preview", invalidAndDenied))
                .isEqualTo(ActionErrorCode.VALIDATION_FAILED);
        fixture.handlers.disconnect(bob.agent());
        assertThat(refusedAs(alice, "deploy.preview", "{\"branch\":\"main\"}"))
                .isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        assertThat(refusedAs(alice, "deploy.preview", "{\"branch\":\"x\"}"))
                .isEqualTo(ActionErrorCode.HANDLER_FAILED);
        assertThat(fixture.ledger())
                .containsExactly(
                        "action.registered",
                        "action.failed",
                        "action.denied",
                        "action.failed",
                        "action.denied",
                        "action.failed");
    }

    @Test
    void a_refusal_names_the_invocation_that_is_on_record_and_the_places_at_fault() {
        register("deploy.preview", BRANCH, null);

        Refusal refusal = refusal(alice, "deploy.preview", "{\"branch\":7}");

        assertThat(refusal.reason()).isEqualTo(Reason.VALIDATION_FAILED);
        assertThat(refusal.detail()).contains("/branch", "deploy.preview");
        assertThat(String.valueOf(refusal.facts().details())).contains("\"path\":\"/branch\"");
        assertThat(refusal.facts().retryable()).isFalse();
        Invocation recorded =
                fixture.set
                        .invocations()
                        .find(
                                alice,
                                "deploy.preview",
                                new InvocationId(String.valueOf(refusal.facts().invocationId())));
        assertThat(recorded.result())
                .asInstanceOf(type(Failed.class))
                .extracting(failed -> failed.error().code())
                .isEqualTo(ActionErrorCode.VALIDATION_FAILED);
        assertThat(fixture.handlers.sent).isEmpty();
    }

    @Test
    void output_that_does_not_fit_fails_the_invocation() {
        fixture.set
                .actions()
                .register(
                        bob,
                        new NewAction(
                                "vote", "votes", "bob", null, null, schema(BRANCH), null, null));
        InvokeAck ack = fixture.invoke(alice, "vote");

        complete(ack, "{\"branch\":1}");

        assertThat(fixture.seen(ack).result())
                .asInstanceOf(type(Failed.class))
                .satisfies(
                        failed -> {
                            assertThat(failed.error().code())
                                    .isEqualTo(ActionErrorCode.HANDLER_FAILED);
                            assertThat(failed.error().retryable()).isFalse();
                            assertThat(failed.error().message()).contains("/branch");
                        });
    }

    @Test
    void a_schema_that_is_none_is_refused_and_nothing_is_registered() {
        assertRefused(
                Reason.INVALID_ACTION_SCHEMA,
                () -> register("broken", "{\"type\":\"strnig\"}", null));

        assertThat(fixture.rows("select name from action")).isEmpty();
    }

    @Test
    void a_question_is_answered_as_the_call_would_be_and_leaves_no_trace() {
        register("deploy.preview", BRANCH, null);

        PolicyAnswer denied = asked("deploy.preview", "{\"branch\":\"main\"}");
        PolicyAnswer invalid = asked("deploy.preview", "{}");
        PolicyAnswer allowed = asked("deploy.preview", "{\"branch\":\"x\"}");

        assertThat(denied.allow()).isFalse();
        assertThat(denied.code()).isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        assertThat(denied.reason()).isEqualTo("Main is deployed by people");
        assertThat(denied.rule()).startsWith("deny deploy.* by alice");
        assertThat(invalid.code()).isEqualTo(ActionErrorCode.VALIDATION_FAILED);
        assertThat(allowed.allow()).isTrue();
        assertThat(fixture.rows("select id from invocation")).isEmpty();
        assertRefused(
                Reason.FORBIDDEN,
                () -> fixture.set.calls().wouldPass(alice, new PolicyCheck("vote", "bob", null)));
    }

    @Test
    void a_rule_about_creating_agents_holds_for_the_older_names_too() {
        for (String name : List.of("agent.create", "spawn", "spawn:claude")) {
            assertThat(refusedAs(alice, name, "{\"name\":\"w\",\"harness\":\"claude\"}"))
                    .isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        }
        assertRefused(
                Reason.ACTION_DENIED,
                () ->
                        fixture.set
                                .calls()
                                .spawn(alice, fixture.json.tree("{\"cli\":\"claude\"}"), null));
    }

    @Test
    void an_agent_cannot_be_asked_for_by_two_programs_at_once() {
        Caller.Agent carol = fixture.agent("carol");

        assertRefused(
                Reason.INVALID_REQUEST,
                () ->
                        fixture.invoke(
                                carol,
                                "agent.create",
                                "{\"name\":\"w\",\"harness\":\"claude\",\"cli\":\"codex\"}"));
    }

    @Test
    void a_spawn_that_names_its_program_in_the_action_is_seen_through() {
        fixture.broker("box", 0, 0, "spawn:claude");
        Caller.Agent carol = fixture.agent("carol");
        InvokeAck ack = fixture.invoke(carol, "spawn:claude", "{\"name\":\"w\"}");

        fixture.handlers.disconnect(new NodeId("node_box"), "default");
        fixture.pass(Duration.ofMinutes(1));
        fixture.set.outstanding().sweep();
        fixture.pass(Duration.ofMinutes(5));
        fixture.set.outstanding().sweep();

        assertThat(fixture.seen(ack).result()).isInstanceOf(Failed.class);
    }

    @Test
    void a_selector_of_many_stars_takes_no_time() {
        register("odd", "{}", List.of("*a".repeat(60) + "!"));

        assertThat(refusedAs(alice, "odd", "{}")).isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        fixture.set.actions().delete(bob, "odd");
        assertThat(fixture.rows("select name from action")).isEmpty();
    }

    @Test
    void selectors_choose_callers_by_pattern_type_and_tag() {
        register("a", "{}", List.of("ali*"));
        register("b", "{}", List.of("type:human"));
        register("c", "{}", List.of("tag:ops", "type:agent"));

        assertThat(fixture.invoke(alice, "a").invocationId()).isNotNull();
        assertThat(fixture.invoke(alice, "c").invocationId()).isNotNull();
        assertThat(refusedAs(alice, "b", "{}")).isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        assertThat(fixture.set.actions().list(alice))
                .extracting(action -> action.name())
                .containsExactly("a", "c", "agent.create", "agent.release", "agent.status");
    }

    @Test
    void a_rule_about_the_input_sees_every_name_it_may_be_said_by() {
        Caller.Agent carol = fixture.agent("carol");

        for (String program : List.of("\"cli\":\"goose\"", "\"capability\":\"spawn:goose\"")) {
            assertThat(refusedAs(carol, "spawn", "{\"name\":\"w\"," + program + "}"))
                    .isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        }
        assertThat(refusedAs(carol, "spawn:goose", "{\"name\":\"w\"}"))
                .isEqualTo(ActionErrorCode.PERMISSION_DENIED);
    }

    private void complete(InvokeAck ack, String output) {
        complete(fixture.seen(ack), output);
    }

    private void complete(Invocation invocation, String output) {
        fixture.set
                .invocations()
                .complete(
                        bob,
                        invocation.actionName(),
                        invocation.invocationId(),
                        CompleteInvocation.with(fixture.json.tree(output)));
    }

    private String envelope(InvokeAck ack) {
        return fixture.json.text(Objects.requireNonNull(fixture.seen(ack).result()));
    }

    private PolicyAnswer asked(String action, String input) {
        return fixture.set
                .calls()
                .wouldPass(fixture.owner(), new PolicyCheck(action, "alice", schema(input)));
    }

    private void register(String name, String schema, @Nullable List<String> availableTo) {
        fixture.set
                .actions()
                .register(
                        bob,
                        new NewAction(
                                name,
                                "does it",
                                "bob",
                                null,
                                schema(schema),
                                null,
                                availableTo,
                                null));
    }

    private ObjectNode schema(String text) {
        return (ObjectNode) fixture.json.tree(text);
    }

    private Refusal refusal(Caller.Agent caller, String action, String input) {
        try {
            fixture.invoke(caller, action, input);
        } catch (Refusal refusal) {
            return refusal;
        }
        throw new AssertionError(action + " was not refused");
    }

    /// The code in the envelope that is on record for the refused call.
    private ActionErrorCode refusedAs(Caller.Agent caller, String action, String input) {
        InvocationId id =
                new InvocationId(
                        String.valueOf(refusal(caller, action, input).facts().invocationId()));
        ActionResult result = fixture.set.invocations().find(caller, action, id).result();
        return ((Failed) Objects.requireNonNull(result)).error().code();
    }
}
