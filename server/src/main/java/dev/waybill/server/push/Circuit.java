package dev.waybill.server.push;

import dev.waybill.server.outbound.Patience;
import java.time.Duration;
import java.time.Instant;

/// How an address has behaved lately, and until when it is left alone. One thread owns it.
///
/// After some failures in a row it rests; then one delivery is tried. That closes the circuit, or it rests for longer.
final class Circuit {
    private final int failuresToRest;
    private final Patience patience;
    private int failures;
    private Instant restSince = Instant.MIN;
    private Instant restUntil = Instant.MIN;

    Circuit(int failuresToRest, Patience patience) {
        this.failuresToRest = failuresToRest;
        this.patience = patience;
    }

    /// In the past when nothing keeps from trying. A rest that is still to begin was decided on before the clock was set
    /// back, and is over.
    Instant restUntil(Instant now) {
        if (now.isBefore(restSince)) {
            restUntil = Instant.MIN;
        }
        return restUntil;
    }

    /// Whether the next delivery is to show if the address is back.
    boolean probing() {
        return failures >= failuresToRest;
    }

    void succeeded() {
        failures = 0;
        restUntil = Instant.MIN;
    }

    /// The address has asked not to be called for that long.
    void rest(Duration asked, Instant now) {
        later(now, asked);
    }

    /// `chance` is from 0 to 1.
    void failed(Instant now, double chance) {
        failures++;
        if (probing()) {
            later(now, patience.after(failures, chance));
        }
    }

    private void later(Instant now, Duration rest) {
        Instant known = restUntil(now);
        Instant until = now.plus(rest);
        restSince = now;
        restUntil = until.isAfter(known) ? until : known;
    }
}
