package dev.waybill.sdk;

import dev.waybill.protocol.id.InvocationId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// One call of an action as its policy and its handler see it.
///
/// ```java
/// record Query(String text) {}
/// ActionHandler<Query, Integer> search =
///         (query, context) -> {
///             context.messaging().send("#ops", context.caller().name() + " looks for " + query.text());
///             context.metadata("source", "cache");
///             return 3;
///         };
/// ```
public final class ActionContext {
    private final InvocationId invocationId;
    private final String action;
    private final ActionCaller caller;
    private final RelayAgent agent;
    private final Map<String, Object> metadata = new ConcurrentHashMap<>();

    ActionContext(InvocationId invocationId, String action, ActionCaller caller, RelayAgent agent) {
        this.invocationId = invocationId;
        this.action = action;
        this.caller = caller;
        this.agent = agent;
    }

    /// The same however often the call is brought again: a good idempotency key for what the handler does.
    public InvocationId invocationId() {
        return invocationId;
    }

    public String action() {
        return action;
    }

    public ActionCaller caller() {
        return caller;
    }

    /// The agent that handles the action, to send as.
    public RelayAgent messaging() {
        return agent;
    }

    /// Goes back to the caller beside the output.
    public ActionContext metadata(String name, Object value) {
        metadata.put(name, value);
        return this;
    }

    Map<String, Object> metadata() {
        return metadata;
    }
}
