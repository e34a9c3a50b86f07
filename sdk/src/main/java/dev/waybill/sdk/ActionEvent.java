package dev.waybill.sdk;

import dev.waybill.protocol.id.InvocationId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something that happened to an action, told also when it failed.
///
/// ```java
/// relay.on(
///         relay.action("deploy.*").failed(),
///         event -> System.err.println(event.seq() + " " + event.summary()));
/// ```
public sealed interface ActionEvent {
    String action();

    /// Its place in the record of the workspace.
    long seq();

    /// What happened, in words for people.
    String summary();

    /// The action can be called, or is now another.
    record Registered(String action, long seq) implements ActionEvent {
        @Override
        public String summary() {
            return action + " is registered";
        }
    }

    /// It was called.
    record Invoked(String action, long seq, InvocationId invocationId, String caller)
            implements ActionEvent {
        @Override
        public String summary() {
            return caller + " called " + action;
        }
    }

    /// It was done.
    record Completed(
            String action,
            long seq,
            InvocationId invocationId,
            String caller,
            @Nullable Duration duration)
            implements ActionEvent {
        @Override
        public String summary() {
            return action + " is done for " + caller;
        }
    }

    /// It was not.
    record Failed(
            String action,
            long seq,
            InvocationId invocationId,
            String caller,
            String error,
            boolean retryable)
            implements ActionEvent {
        @Override
        public String summary() {
            return action + " failed for " + caller + ": " + error;
        }
    }

    /// Its caller was not allowed to.
    record Denied(String action, long seq, InvocationId invocationId, String caller, String reason)
            implements ActionEvent {
        @Override
        public String summary() {
            return action + " was denied to " + caller + ": " + reason;
        }
    }

    /// What the event says of an action, if it does.
    static Optional<ActionEvent> of(RelayEvent event) {
        String action = event.text("action_name");
        String caller = event.text("caller_name");
        long seq = event.seq();
        return Optional.ofNullable(
                switch (event.type()) {
                    case "action.registered" -> new Registered(action, seq);
                    case "action.invoked" -> new Invoked(action, seq, id(event), caller);
                    case "action.completed" ->
                            new Completed(action, seq, id(event), caller, duration(event));
                    case "action.failed" ->
                            new Failed(
                                    action,
                                    seq,
                                    id(event),
                                    caller,
                                    event.text("error"),
                                    event.data().path("retryable").asBoolean(false));
                    case "action.denied" ->
                            new Denied(action, seq, id(event), caller, reason(event));
                    default -> null;
                });
    }

    private static InvocationId id(RelayEvent event) {
        return new InvocationId(event.text("invocation_id"));
    }

    private static @Nullable Duration duration(RelayEvent event) {
        JsonNode millis = event.data().path("duration_ms");
        return millis.isNumber() ? Duration.ofMillis(millis.asLong()) : null;
    }

    private static String reason(RelayEvent event) {
        String reason = event.text("reason");
        return reason.isEmpty() ? event.text("error") : reason;
    }
}
