package dev.waybill.server.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What came of calling a provider.
public sealed interface Outcome {
    /// It is done; `note` says so in a few words.
    record Sent(String note, ObjectNode result, Evidence evidence) implements Outcome {}

    /// It is not done, and the provider, or the way to it, says why.
    record Refused(
            ProviderFault fault,
            String message,
            @Nullable Duration retryAfter,
            @Nullable ObjectNode details,
            Evidence evidence)
            implements Outcome {
        public static Refused of(ProviderFault fault, String message, Evidence evidence) {
            return new Refused(fault, message, null, null, evidence);
        }
    }

    /// The provider was asked and nobody knows what it did.
    record Unclear(String message, Evidence evidence) implements Outcome {}

    Evidence evidence();
}
