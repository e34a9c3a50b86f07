package dev.waybill.sdk;

import static dev.waybill.sdk.runtime.RuntimeActions.registerRuntimeActions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.sdk.runtime.AgentRuntime;
import dev.waybill.sdk.runtime.Harness;
import dev.waybill.sdk.runtime.NewSession;
import dev.waybill.sdk.runtime.SessionName;
import dev.waybill.sdk.runtime.SessionRelease;
import dev.waybill.sdk.runtime.SessionState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/// Page "Actions", section "Runtime Actions".
class RuntimeActionsTest extends OnARelay {
    private final Shelf runtime = new Shelf();

    /// A runtime that starts nothing and remembers everything.
    private static final class Shelf implements AgentRuntime {
        private final Map<String, NewSession> sessions = new ConcurrentHashMap<>();

        @Override
        public SessionState create(NewSession wanted, ActionContext context) {
            sessions.put(wanted.name(), wanted);
            return SessionState.of(wanted.name(), "starting");
        }

        @Override
        public SessionState release(SessionRelease session, ActionContext context) {
            if (sessions.remove(session.name()) == null) {
                throw new ActionFailure("There is no " + session.name() + ".");
            }
            return SessionState.of(session.name(), "released");
        }

        @Override
        public SessionState status(SessionName session, ActionContext context) {
            return SessionState.of(
                    session.name(), sessions.containsKey(session.name()) ? "running" : "unknown");
        }
    }

    @Test
    void creating_a_session_is_an_action_like_any_other() {
        relay.actions()
                .register(
                        ActionDefinition.of("agent.create", NewSession.class, SessionState.class)
                                .description("Create a managed agent session.")
                                .handler(runtime::create));
        RelayAgent planner = relay.register("planner");

        SessionState state =
                planner.actions()
                        .invoke(
                                "agent.create",
                                Map.of("name", "rev", "harness", "codex", "task", "Review 42."),
                                SessionState.class)
                        .orElseThrow();

        assertThat(state).isEqualTo(SessionState.of("rev", "starting"));
        assertThat(runtime.sessions.get("rev"))
                .isEqualTo(new NewSession("rev", Harness.CODEX, "Review 42.", List.of()));
    }

    @Test
    void a_runtime_registers_its_whole_lifecycle() {
        registerRuntimeActions(relay.actions(), runtime);
        RelayAgent planner = relay.register("planner");

        planner.actions()
                .invoke(
                        "agent.create",
                        new NewSession("rev", Harness.CLAUDE, "Review.", List.of("#reviews")))
                .orElseThrow();

        assertThat(status(planner)).isEqualTo("running");
        planner.actions().invoke("agent.release", new SessionRelease("rev", "done")).orElseThrow();
        assertThat(status(planner)).isEqualTo("unknown");
        assertThat(planner.actions().list())
                .extracting(Action::name)
                .contains("agent.create", "agent.release", "agent.status");
    }

    @Test
    void only_known_harnesses_are_taken() {
        registerRuntimeActions(relay.actions(), runtime);
        RelayAgent planner = relay.register("planner");

        ActionResult<?> result =
                planner.actions()
                        .invoke(
                                "agent.create",
                                Map.of("name", "rev", "harness", "vim", "task", "Review."));

        assertThat(result)
                .isInstanceOfSatisfying(
                        ActionResult.Failed.class,
                        failed ->
                                assertThat(failed.error().code())
                                        .isEqualTo(ActionErrorCode.VALIDATION_FAILED));
        assertThat(
                        planner.actions()
                                .find("agent.create")
                                .orElseThrow()
                                .inputSchema()
                                .at("/properties/harness/enum")
                                .toString())
                .isEqualTo("[\"claude\",\"codex\",\"opencode\",\"openclaw\"]");
    }

    private static String status(RelayAgent planner) {
        return planner.actions()
                .invoke("agent.status", new SessionName("rev"), SessionState.class)
                .orElseThrow()
                .status();
    }
}
