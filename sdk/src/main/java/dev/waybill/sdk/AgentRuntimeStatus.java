package dev.waybill.sdk;

/// What an agent is doing, as its adapter sees it.
///
/// ```java
/// AgentRuntimeStatus now = adapter.status();
/// if (now == AgentRuntimeStatus.ACTIVE) {
///     adapter.interrupt();
/// }
/// ```
public enum AgentRuntimeStatus {
    UNKNOWN,
    ACTIVE,
    IDLE,
    WAITING,
    BLOCKED,
    OFFLINE
}
