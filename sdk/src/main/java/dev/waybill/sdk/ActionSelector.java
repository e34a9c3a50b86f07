package dev.waybill.sdk;

import org.jspecify.annotations.Nullable;

/// Which events of actions somebody wants to hear of. Each method answers another selector.
///
/// ```java
/// relay.on(relay.action("agent.create").calledBy(agent), event -> System.out.println(event.summary()));
/// relay.on(relay.action("*").denied(), relay.notify("#ops"));
/// ```
public final class ActionSelector {
    private static final String CALLED = "action.invoked";

    private final String action;
    private final String type;
    private final @Nullable String caller;

    private ActionSelector(String action, String type, @Nullable String caller) {
        this.action = action;
        this.type = type;
        this.caller = caller;
    }

    /// Calls of that action, or of all whose names begin so when it ends in `*`.
    static ActionSelector of(String action) {
        return new ActionSelector(action, CALLED, null);
    }

    public ActionSelector calledBy(RelayAgent agent) {
        return calledBy(agent.name());
    }

    public ActionSelector calledBy(String agent) {
        return new ActionSelector(action, type, agent);
    }

    /// What was done, instead of what is called.
    public ActionSelector completed() {
        return new ActionSelector(action, "action.completed", caller);
    }

    public ActionSelector failed() {
        return new ActionSelector(action, "action.failed", caller);
    }

    public ActionSelector denied() {
        return new ActionSelector(action, "action.denied", caller);
    }

    public ActionSelector registered() {
        return new ActionSelector(action, "action.registered", caller);
    }

    String type() {
        return type;
    }

    boolean selects(RelayEvent event) {
        return event.is(type)
                && matches(event.text("action_name"))
                && (caller == null || caller.equals(event.text("caller_name")));
    }

    private boolean matches(String name) {
        return action.endsWith("*")
                ? name.startsWith(action.substring(0, action.length() - 1))
                : name.equals(action);
    }
}
