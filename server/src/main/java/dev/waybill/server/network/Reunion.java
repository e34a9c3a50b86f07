package dev.waybill.server.network;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Knows whether those who should hear something are back after the carrier was away. A carrier that keeps nothing
/// takes a message also when nobody listens yet.
final class Reunion {
    /// So long others may take to connect again.
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final Neighbours neighbours;
    private final Duration longest;
    private volatile @Nullable Instant again;
    private volatile boolean before;

    /// After the longest time nobody is waited for any more.
    Reunion(Neighbours neighbours, Duration longest) {
        this.neighbours = neighbours;
        this.longest = longest;
    }

    void connected(Instant now) {
        again = before ? now : null;
        before = true;
    }

    /// Whether it makes sense to publish it now: its one receiver has shown itself since, or others had the time to. Nobody is
    /// waited for when the clock was set back meanwhile; a look that began just before the connection was there has to wait.
    boolean complete(Envelope envelope, Instant now) {
        Instant since = again;
        if (since == null
                || now.isBefore(since.minus(longest))
                || now.isAfter(since.plus(longest))) {
            return true;
        }
        PeerId to = envelope.to();
        if (to == null) {
            return now.isAfter(since.plus(PATIENCE));
        }
        return neighbours
                .find(envelope.scope(), to, now)
                .filter(one -> !one.lastSeen().isBefore(since))
                .isPresent();
    }
}
