package dev.waybill.server.provider.feishu;

import dev.waybill.server.provider.Outcome;
import java.time.Instant;

/// What asking for a token came to.
sealed interface Grant {
    /// A token, since when it is known and from when on another is asked for.
    record Token(String value, Instant since, Instant renewAt) implements Grant {
        /// Not before it was known either: then the clock was set back, and says nothing of its life.
        boolean fresh(Instant now) {
            return renewAt.isAfter(now) && !now.isBefore(since);
        }

        @Override
        public String toString() {
            return "Token[until " + renewAt + "]";
        }
    }

    /// None was given; nothing but the question was sent.
    record Denied(Outcome.Refused why) implements Grant {}
}
