package dev.waybill.server.source;

import dev.waybill.protocol.wire.WireWord;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which event of a source a subscription begins with.
record Start(Policy policy, @Nullable Long offset, @Nullable Instant time) {
    /// How that is said.
    enum Policy implements WireWord {
        LATEST("latest"),
        EARLIEST("earliest"),
        AT_OFFSET("at_offset"),
        AT_TIME("at_time");

        private final String wire;

        Policy(String wire) {
            this.wire = wire;
        }

        static Policy of(String word) {
            return WireWord.parse(Policy.class, word);
        }

        @Override
        public String wire() {
            return wire;
        }
    }

    /// As a request has it; what is missing or makes no sense is refused.
    static Start of(@Nullable String word, @Nullable Long offset, @Nullable Instant time) {
        Policy policy = word == null ? Policy.LATEST : policy(word);
        if (policy == Policy.AT_OFFSET && (offset == null || offset < 1)) {
            throw refused("startOffset is needed for at_offset, and is 1 or more");
        }
        if (policy == Policy.AT_TIME && time == null) {
            throw refused("startTime is needed for at_time");
        }
        return new Start(
                policy,
                policy == Policy.AT_OFFSET ? offset : null,
                policy == Policy.AT_TIME ? time : null);
    }

    private static Policy policy(String word) {
        try {
            return Policy.of(word);
        } catch (IllegalArgumentException _) {
            throw refused("startPolicy is not latest, earliest, at_offset or at_time");
        }
    }

    private static Refusal refused(String why) {
        return new Refusal(Reason.INVALID_REQUEST, why);
    }
}
