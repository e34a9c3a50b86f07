package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;

/// Ends a job in the midst of its steps, with what came of it.
final class Settled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    Settled(Outcome outcome) {
        super("settled", null, false, false);
        this.outcome = outcome;
    }

    /// Nothing was asked of GitHub, or nothing that counts.
    static Settled refused(ProviderFault fault, String message) {
        return new Settled(Outcome.Refused.of(fault, message, Evidence.NONE));
    }

    Outcome outcome() {
        return outcome;
    }
}
