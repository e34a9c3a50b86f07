package dev.waybill.sdk.runtime;

import dev.waybill.sdk.ActionDefinition;
import dev.waybill.sdk.ActionHandler;
import dev.waybill.sdk.Actions;
import dev.waybill.sdk.Subscription;

/// The lifecycle of sessions as actions: `agent.create`, `agent.release` and `agent.status`. They go before what the server
/// does under these names.
///
/// ```java
/// RuntimeActions.registerRuntimeActions(agent.actions(), runtime);
/// ```
public final class RuntimeActions {
    public static final String CREATE = "agent.create";
    public static final String RELEASE = "agent.release";
    public static final String STATUS = "agent.status";

    private RuntimeActions() {}

    /// Closing the answer takes all three away.
    public static Subscription registerRuntimeActions(Actions actions, AgentRuntime runtime) {
        Subscription create =
                register(
                        actions,
                        CREATE,
                        "Create a managed agent session.",
                        NewSession.class,
                        runtime::create);
        Subscription release =
                register(
                        actions,
                        RELEASE,
                        "Release a managed agent session.",
                        SessionRelease.class,
                        runtime::release);
        Subscription status =
                register(
                        actions,
                        STATUS,
                        "Tell how a managed agent session is.",
                        SessionName.class,
                        runtime::status);
        return () -> {
            create.close();
            release.close();
            status.close();
        };
    }

    private static <I> Subscription register(
            Actions actions,
            String name,
            String description,
            Class<I> input,
            ActionHandler<I, SessionState> handler) {
        return actions.register(
                ActionDefinition.of(name, input, SessionState.class)
                        .description(description)
                        .handler(handler));
    }
}
