package dev.waybill.server.provider;

import dev.waybill.server.config.Network;
import dev.waybill.server.outbound.Poster;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.redact.Redactor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/// Opens the way to a provider. The operator's own credentials may lead anywhere; those of users only where the users'
/// other addresses may.
public final class Wires {
    private static final List<Network> ANYWHERE =
            List.of(Network.of("0.0.0.0/0"), Network.of("::/0"));

    private final Poster open;
    private final Poster guarded;
    private final Redactor redactor;
    private final InstantSource clock;

    public Wires(TargetGuard guard, Duration timeout, Redactor redactor, InstantSource clock) {
        this.open = new Poster(new TargetGuard(ANYWHERE), timeout);
        this.guarded = new Poster(guard, timeout);
        this.redactor = redactor;
        this.clock = clock;
    }

    /// The fields tell which values of the credential are secret.
    public Wire open(Credential credential, Collection<CredentialField> fields) {
        return new Wire(
                (credential.trusted() ? open : guarded)::send,
                clock,
                new Redaction(Blackout.of(credential, fields), redactor));
    }
}
