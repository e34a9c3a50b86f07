package dev.waybill.sdk.runtime;

import dev.waybill.sdk.ActionContext;

/// Starts and stops sessions of agents. One that throws makes the call fail, as with any other handler.
///
/// ```java
/// class Laptop implements AgentRuntime {
///     public SessionState create(NewSession wanted, ActionContext context) {
///         return SessionState.of(wanted.name(), "starting");
///     }
///
///     public SessionState release(SessionRelease session, ActionContext context) {
///         return SessionState.of(session.name(), "released");
///     }
///
///     public SessionState status(SessionName session, ActionContext context) {
///         return SessionState.of(session.name(), "running");
///     }
/// }
/// ```
public interface AgentRuntime {
    SessionState create(NewSession wanted, ActionContext context) throws Exception;

    SessionState release(SessionRelease session, ActionContext context) throws Exception;

    SessionState status(SessionName session, ActionContext context) throws Exception;
}
