package dev.waybill.protocol.network;

/// What is wrong with an envelope, more finely than receipts say.
public enum Flaw {
    LEGACY_FIELD(ReasonCode.MALFORMED),
    INVALID_ENVELOPE(ReasonCode.MALFORMED),
    MISSING_FIELD(ReasonCode.MALFORMED),
    INVALID_FIELD(ReasonCode.MALFORMED),
    INVALID_KIND(ReasonCode.UNSUPPORTED_KIND),
    INVALID_BODY(ReasonCode.MALFORMED),
    VERIFICATION_FAILED(ReasonCode.VERIFICATION_FAILED),
    EXPIRED(ReasonCode.EXPIRED),
    REPLAY_WINDOW(ReasonCode.EXPIRED);

    private final ReasonCode reason;

    Flaw(ReasonCode reason) {
        this.reason = reason;
    }

    /// What a receipt says about it.
    public ReasonCode reason() {
        return reason;
    }
}
