package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.Idempotence;
import java.time.Duration;
import java.time.Instant;

/// Whether a call that was made may be made again.
final class Harm {
    /// Providers forget keys; the shortest memory is Feishu's.
    private static final Duration KEY_LIFE = Duration.ofHours(1);

    private static final int SERVER_ERROR = 500;

    private Harm() {}

    /// How an operation takes being called again by now.
    static Idempotence left(Idempotence idempotence, State state, Instant now) {
        Instant first = state.startedAt();
        boolean forgotten = first != null && !now.isBefore(first.plus(KEY_LIFE));
        return idempotence == Idempotence.PROVIDER_KEY && forgotten
                ? Idempotence.NONE
                : idempotence;
    }

    /// Whether it may be called again without looking first.
    static boolean none(Idempotence idempotence, State state, Instant now) {
        return switch (left(idempotence, state, now)) {
            case NATURAL, PROVIDER_KEY -> true;
            case RECONCILE, NONE -> false;
        };
    }

    /// Whether nothing but a key keeps it from being done twice: a server that failed may have done it before it did.
    static boolean keyed(Idempotence idempotence, State state) {
        Integer status = state.evidence().providerStatus();
        return idempotence == Idempotence.PROVIDER_KEY && status != null && status >= SERVER_ERROR;
    }
}
