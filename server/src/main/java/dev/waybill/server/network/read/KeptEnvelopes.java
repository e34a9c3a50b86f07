package dev.waybill.server.network.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.prompt.Wrapper;
import dev.waybill.protocol.network.wire.EnvelopeReader;
import dev.waybill.protocol.network.wire.Reading;
import dev.waybill.server.config.NetworkConfig;
import java.util.Optional;

/// Reads kept envelopes by the rules of today. What was taken on under other rules cannot be told any more.
final class KeptEnvelopes {
    private final EnvelopeReader reader;

    KeptEnvelopes(NetworkConfig config) {
        this.reader = new EnvelopeReader(config.wire().holding(Integer.MAX_VALUE));
    }

    Optional<Envelope> read(String document) {
        return switch (reader.read(document.getBytes(UTF_8))) {
            case Reading.Accepted(var envelope, var _) -> Optional.of(envelope);
            case Reading.Rejected _ -> Optional.empty();
        };
    }

    /// As models may see it.
    Optional<String> wrapped(String document, String trust) {
        return read(document).map(envelope -> Wrapper.wrap(envelope, trust(trust)));
    }

    static Trust trust(String stored) {
        return stored.equals(Trust.VERIFIED.wire()) ? Trust.VERIFIED : Trust.UNTRUSTED;
    }
}
