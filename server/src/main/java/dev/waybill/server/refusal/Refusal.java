package dev.waybill.server.refusal;

/// Thrown where a request cannot be fulfilled, with words for its sender. Inside a transaction it undoes the caller's work,
/// which is why it is an exception and not a value.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String detail;

    public Refusal(Reason reason, String detail) {
        super(reason.wire() + ": " + detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    public Reason reason() {
        return reason;
    }

    public String detail() {
        return detail;
    }
}
