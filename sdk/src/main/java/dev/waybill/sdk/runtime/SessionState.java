package dev.waybill.sdk.runtime;

import java.util.Map;

/// How a managed session is: what the runtime actions give.
///
/// ```java
/// SessionState state =
///         agent.actions()
///                 .invoke("agent.status", new SessionName("reviewer"), SessionState.class)
///                 .orElseThrow();
/// System.out.println(state.status());
/// ```
///
/// @param status in the runtime's words, such as `starting`, `running` or `released`
/// @param details whatever else the runtime knows
public record SessionState(String name, String status, Map<String, Object> details) {
    public SessionState {
        details = Map.copyOf(details);
    }

    public static SessionState of(String name, String status) {
        return new SessionState(name, status, Map.of());
    }
}
