package dev.waybill.sdk;

import org.jspecify.annotations.Nullable;

/// Thrown by a handler to say how a call failed. Whatever else it throws says so too, and is not to be tried again unless
/// it is a matter of input and output.
///
/// ```java
/// record Ticket(String title) {}
/// ActionHandler<Ticket, String> create =
///         (ticket, context) -> {
///             throw new ActionFailure("The tracker is down.").retryable().details(Map.of("status", 503));
///         };
/// ```
public final class ActionFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean retryable;
    private final transient @Nullable Object details;

    public ActionFailure(String message) {
        this(message, false, null, null);
    }

    public ActionFailure(String message, Throwable cause) {
        this(message, false, null, cause);
    }

    private ActionFailure(
            String message,
            boolean retryable,
            @Nullable Object details,
            @Nullable Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
        this.details = details;
    }

    /// The same call may succeed later.
    public ActionFailure retryable() {
        return new ActionFailure(words(), true, details, getCause());
    }

    /// With something for programs to read, written as JSON.
    public ActionFailure details(Object value) {
        return new ActionFailure(words(), retryable, value, getCause());
    }

    public boolean isRetryable() {
        return retryable;
    }

    public @Nullable Object details() {
        return details;
    }

    private String words() {
        return String.valueOf(getMessage());
    }
}
