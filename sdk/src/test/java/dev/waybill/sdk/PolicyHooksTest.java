package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// Page "Actions", section "Policy Hooks".
class PolicyHooksTest extends OnARelay {
    private final List<String> order = new CopyOnWriteArrayList<>();

    record Branch(String branch) {}

    @Test
    void a_policy_sees_the_caller_and_its_capabilities() {
        RelayAgent planner =
                relay.register(
                        "planner", AgentCapabilities.of(Map.of("actions", Map.of("invoke", true))));
        RelayAgent intern = relay.register("intern");
        relay.actions()
                .register(
                        deploy(
                                (input, ctx) -> {
                                    if (!ctx.caller().isAgent()) {
                                        return Policy.deny("Only agents may deploy previews.");
                                    }
                                    if (!ctx.caller().capabilities().actions().invoke()) {
                                        return Policy.deny("Caller cannot invoke SDK actions.");
                                    }
                                    return Policy.allow();
                                }));

        assertThat(call(planner, "main").orElseThrow()).isEqualTo("https://main.example");
        assertThat(error(call(intern, "main")))
                .isEqualTo(
                        new ActionError(
                                ActionErrorCode.PERMISSION_DENIED,
                                "Caller cannot invoke SDK actions.",
                                null,
                                false));
    }

    @Test
    void it_runs_after_validation_and_before_the_handler() {
        relay.actions()
                .register(
                        deploy(
                                (input, _) -> {
                                    order.add("policy " + input.branch());
                                    return input.branch().equals("main")
                                            ? Policy.deny("Not main.", Map.of("branch", "main"))
                                            : Policy.allow();
                                }));
        RelayAgent planner = relay.register("planner");

        ActionError invalid =
                error(
                        planner.actions()
                                .invoke("deploy.preview", Map.of("branch", 3), String.class));
        ActionError denied = error(call(planner, "main"));
        call(planner, "fix").orElseThrow();

        assertThat(invalid.code()).isEqualTo(ActionErrorCode.VALIDATION_FAILED);
        assertThat(denied.code()).isEqualTo(ActionErrorCode.PERMISSION_DENIED);
        assertThat(String.valueOf(denied.details())).isEqualTo("{\"branch\":\"main\"}");
        assertThat(order).containsExactly("policy main", "policy fix", "handler fix");
    }

    @Test
    void a_denial_is_told_as_action_denied() {
        List<ActionEvent> events = new CopyOnWriteArrayList<>();
        RelayAgent planner = relay.register("planner");
        relay.actions().register(deploy((_, _) -> Policy.deny("Not today.")));
        relay.on(relay.action("deploy.*").denied(), events::add);

        ActionResult<String> result = call(planner, "main");

        Await.until("the denial is told", () -> !events.isEmpty());
        assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(
                        ActionEvent.Denied.class,
                        denied -> {
                            assertThat(denied.invocationId()).isEqualTo(result.invocationId());
                            assertThat(denied.caller()).isEqualTo("planner");
                            assertThat(denied.reason()).isEqualTo("Not today.");
                        });
    }

    @Test
    void a_policy_that_throws_lets_nobody_in() {
        relay.actions()
                .register(
                        deploy(
                                (_, _) -> {
                                    throw new IllegalStateException("on purpose");
                                }));

        ActionError error = error(call(relay.register("planner"), "main"));

        assertThat(error.code()).isEqualTo(ActionErrorCode.HANDLER_FAILED);
        assertThat(order).isEmpty();
    }

    private ActionDefinition<Branch, String> deploy(ActionPolicy<Branch> policy) {
        return ActionDefinition.of("deploy.preview", Branch.class, String.class)
                .description("Deploy a preview environment for a branch.")
                .policy(policy)
                .handler(
                        (input, _) -> {
                            order.add("handler " + input.branch());
                            return "https://" + input.branch() + ".example";
                        });
    }

    private static ActionResult<String> call(RelayAgent caller, String branch) {
        return caller.actions().invoke("deploy.preview", new Branch(branch), String.class);
    }

    private static ActionError error(ActionResult<?> result) {
        return ((ActionResult.Failed<?>) result).error();
    }
}
