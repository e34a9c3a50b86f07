package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Flaw;

/// Ends the reading at the first rule that is broken. Peers make many of these, so it has no stack trace.
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Flaw flaw;

    Refused(Flaw flaw, String detail) {
        super(detail, null, false, false);
        this.flaw = flaw;
    }

    static Refused missing(String field) {
        return new Refused(Flaw.MISSING_FIELD, field + " is missing");
    }

    static Refused field(String detail) {
        return new Refused(Flaw.INVALID_FIELD, detail);
    }

    static Refused body(String detail) {
        return new Refused(Flaw.INVALID_BODY, detail);
    }

    Flaw flaw() {
        return flaw;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
