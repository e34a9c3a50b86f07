package dev.waybill.server.network;

import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.identity.Identity;
import dev.waybill.protocol.network.identity.Signatures;
import dev.waybill.protocol.network.wire.Claim;
import dev.waybill.protocol.network.wire.Reading;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that came, as far as it can be judged without the store.
sealed interface Heard {
    /// Where it was heard, whatever it says of itself.
    Scope in();

    Decision.Trace trace();

    /// A well-formed envelope of now, and whose signature it carries.
    record Wellformed(Scope in, Letter letter, Identity identity) implements Heard {
        @Override
        public Decision.Trace trace() {
            return letter.trace();
        }
    }

    /// Nothing that anybody here will act on.
    record Nonsense(Scope in, Reading.Rejected rejected, Decision.Trace trace) implements Heard {
        @Nullable Claim claim() {
            return rejected.claim();
        }
    }

    static Heard of(Scope in, byte[] bytes, Wire wire, Instant now) {
        return switch (wire.reader().read(bytes, wire.freshness(), now)) {
            case Reading.Accepted(var envelope, var _) ->
                    new Wellformed(
                            in,
                            Letter.received(wire.here(envelope), wire, bytes),
                            envelope.proof() == null
                                    ? new Identity.Unsigned()
                                    : Signatures.check(bytes));
            case Reading.Rejected rejected -> new Nonsense(in, rejected, Decision.Trace.of(bytes));
        };
    }
}
