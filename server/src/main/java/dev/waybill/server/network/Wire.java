package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Secrets;
import dev.waybill.protocol.network.Subjects;
import dev.waybill.protocol.network.wire.EnvelopeReader;
import dev.waybill.protocol.network.wire.EnvelopeWriter;
import dev.waybill.protocol.network.wire.Reading;
import dev.waybill.server.config.NetworkConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How envelopes are spelled here, and when they are of now.
public record Wire(
        NetworkProfile profile,
        Freshness freshness,
        Duration maxLifetime,
        EnvelopeReader reader,
        EnvelopeReader keptReader,
        EnvelopeWriter writer,
        Subjects subjects) {
    public static Wire of(NetworkConfig config) {
        NetworkProfile profile = config.wire();
        return new Wire(
                profile,
                new Freshness(config.replayWindow()),
                config.maxLifetime(),
                new EnvelopeReader(profile),
                new EnvelopeReader(profile.holding(Integer.MAX_VALUE).with(Secrets.REDACT)),
                new EnvelopeWriter(profile),
                new Subjects(profile));
    }

    String text(Envelope envelope) {
        return writer.write(envelope).text();
    }

    /// What was kept as text; nothing if that was under other settings, which do not hold any more. As text it may be
    /// longer than it was on its way.
    public Optional<Envelope> read(String text) {
        return switch (keptReader.read(text.getBytes(UTF_8))) {
            case Reading.Accepted(var envelope, var _) -> Optional.of(here(envelope));
            case Reading.Rejected _ -> Optional.empty();
        };
    }

    /// As it counts here.
    Envelope here(Envelope envelope) {
        return envelope.in(routed(envelope.scope()));
    }

    /// Where an envelope is routed. A workspace counts only in the profile that has them.
    Scope routed(Scope said) {
        return profile.scoped() ? said : new Scope(null, said.channel());
    }

    /// As it is kept in a column.
    static String column(Scope scope) {
        NetworkWorkspace workspace = scope.workspace();
        return workspace == null ? "" : workspace.value();
    }

    /// Whether its own end is further away than anything is remembered.
    boolean outlives(Envelope envelope, Instant now) {
        Long end = envelope.expiresAt();
        return end != null && end - now.getEpochSecond() > maxLifetime.toSeconds();
    }
}
