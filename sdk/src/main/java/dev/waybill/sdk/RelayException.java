package dev.waybill.sdk;

/// Something the relay refused, or did not answer.
///
/// The code is the word of the wire (`channel_not_found`), or one of this SDK's own: `connection` when the server cannot be
/// reached, `timeout` when it did not answer in time, `closed` when this side was closed meanwhile.
///
/// ```java
/// try {
///     agent.send("#builds", "All green.");
/// } catch (RelayException e) {
///     System.err.println(e.retryable() ? "try again later: " + e.getMessage() : e.code());
/// }
/// ```
public class RelayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final String CONNECTION = "connection";
    static final String TIMEOUT = "timeout";
    static final String CLOSED = "closed";

    private final String code;
    private final boolean retryable;

    public RelayException(String code, String message, boolean retryable) {
        super(message);
        this.code = code;
        this.retryable = retryable;
    }

    RelayException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.retryable = true;
    }

    static RelayException closed(String what) {
        return new RelayException(CLOSED, what + " is closed", false);
    }

    /// The word that programs compare.
    public String code() {
        return code;
    }

    /// Whether the same call may succeed later.
    public boolean retryable() {
        return retryable;
    }

    /// The same, thrown where somebody waited for it, so that the trace shows who.
    RelayException again() {
        RelayException copy = new RelayException(code, String.valueOf(getMessage()), retryable);
        copy.initCause(this);
        return copy;
    }
}
