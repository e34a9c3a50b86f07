package dev.waybill.server.provider;

import dev.waybill.server.refusal.Reason;

/// Why a provider did not do what it was asked.
public enum ProviderFault {
    /// The credential is not known, or not allowed to.
    AUTH(Reason.PROVIDER_AUTH, false),
    /// It understood and will not.
    REJECTED(Reason.PROVIDER_REJECTED, false),
    /// There is nothing there, or nothing this credential may see.
    NOT_FOUND(Reason.PROVIDER_NOT_FOUND, false),
    /// Too much at once.
    RATE_LIMITED(Reason.PROVIDER_RATE_LIMITED, true),
    /// A limit that does not go away by waiting.
    QUOTA(Reason.PROVIDER_RATE_LIMITED, false),
    /// It is out of order, or was not reached.
    UNAVAILABLE(Reason.PROVIDER_UNAVAILABLE, true),
    /// The input fits the schema and makes no sense there; nothing was asked.
    INPUT(Reason.INVALID_INPUT, false);

    private final Reason reason;
    private final boolean retryable;

    ProviderFault(Reason reason, boolean retryable) {
        this.reason = reason;
        this.retryable = retryable;
    }

    public Reason reason() {
        return reason;
    }

    public boolean retryable() {
        return retryable;
    }
}
