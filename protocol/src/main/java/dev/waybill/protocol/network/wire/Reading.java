package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of reading bytes.
public sealed interface Reading {
    /// A well-formed envelope, and what its receiver should be warned of.
    record Accepted(Envelope envelope, List<String> warnings) implements Reading {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// Not one; the detail is safe to show. Without a claim nothing in it could be decoded.
    record Rejected(Flaw flaw, String detail, @Nullable Claim claim) implements Reading {
        public ReasonCode reason() {
            return flaw.reason();
        }
    }
}
