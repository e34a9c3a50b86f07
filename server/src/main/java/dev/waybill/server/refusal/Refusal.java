package dev.waybill.server.refusal;

/// Thrown where a request cannot be fulfilled, with words for its sender. Inside a transaction it undoes the caller's work,
/// which is why it is an exception and not a value.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String detail;
    private final transient Facts facts;

    public Refusal(Reason reason, String detail) {
        this(reason, detail, Facts.NONE);
    }

    public Refusal(Reason reason, String detail, Facts facts) {
        super(reason.wire() + ": " + detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
        this.facts = facts;
    }

    public Reason reason() {
        return reason;
    }

    public String detail() {
        return detail;
    }

    public Facts facts() {
        return facts;
    }
}
