package dev.waybill.server.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What came of calling a provider.
public sealed interface Outcome {
    /// A provider that asks for a longer pause is asked again after this one: a mistake of its must not end all work.
    Duration LONGEST_PAUSE = Duration.ofHours(1);

    /// It is done; `note` says so in a few words.
    record Sent(String note, ObjectNode result, Evidence evidence) implements Outcome {
        public Sent {
            note = Storable.of(note);
            result = Storable.of(result);
        }
    }

    /// It is not done, and the provider, or the way to it, says why.
    record Refused(
            ProviderFault fault,
            String message,
            @Nullable Duration retryAfter,
            @Nullable ObjectNode details,
            Evidence evidence)
            implements Outcome {
        public Refused {
            message = Storable.of(message);
            retryAfter = retryAfter == null ? null : bounded(retryAfter);
            details = details == null ? null : Storable.of(details);
        }

        private static Duration bounded(Duration asked) {
            if (asked.isNegative()) {
                return Duration.ZERO;
            }
            return asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
        }

        public static Refused of(ProviderFault fault, String message, Evidence evidence) {
            return new Refused(fault, message, null, null, evidence);
        }
    }

    /// The provider was asked and nobody knows what it did.
    record Unclear(String message, Evidence evidence) implements Outcome {
        public Unclear {
            message = Storable.of(message);
        }
    }

    Evidence evidence();
}
