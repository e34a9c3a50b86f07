package dev.waybill.server.provider.feishu;

import dev.waybill.server.provider.Outcome;
import java.time.Instant;

/// What asking for a token came to.
sealed interface Grant {
    /// A token and from when on another is asked for.
    record Token(String value, Instant renewAt) implements Grant {
        @Override
        public String toString() {
            return "Token[until " + renewAt + "]";
        }
    }

    /// None was given; nothing but the question was sent.
    record Denied(Outcome.Refused why) implements Grant {}
}
