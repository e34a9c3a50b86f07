package dev.waybill.server.provider.github;

import dev.waybill.server.outbound.NotSent;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.io.IOException;

/// What it means that there is no answer.
final class Broken {
    private Broken() {}

    /// Nothing was done yet, or nothing that is done twice, so that it can be tried again.
    static Outcome.Refused before(IOException failure) {
        if (failure instanceof RefusedTarget refused && !refused.isUnknownHost()) {
            return Outcome.Refused.of(
                    ProviderFault.AUTH,
                    "the credential for GitHub cannot be used: base-url " + refused.words(),
                    Evidence.NONE);
        }
        String what = failure instanceof NotSent ? "was not reached" : "did not answer";
        return Outcome.Refused.of(
                ProviderFault.UNAVAILABLE,
                "GitHub " + what + ": " + failure.getMessage(),
                Evidence.NONE);
    }

    /// It was asked to do something, and may have.
    static Outcome.Unclear after(IOException failure) {
        return new Outcome.Unclear(
                "GitHub was asked and did not answer: " + failure.getMessage(), Evidence.NONE);
    }
}
