package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadReason;
import org.jspecify.annotations.Nullable;

/// What is on a row that was given up, by its reason; the reason is told from it again.
final class DeadErrors {
    static final String TTL_EXPIRED = "delivery TTL expired";
    static final String DEADLINE_PASSED = "delivery deadline passed";
    static final String GIVEN_UP_AFTER = "given up after ";

    private DeadErrors() {}

    static DeadReason reason(@Nullable String error) {
        if (error == null) {
            return DeadReason.FAILED;
        }
        return switch (error) {
            case TTL_EXPIRED -> DeadReason.TTL_EXPIRED;
            case DEADLINE_PASSED -> DeadReason.DEADLINE_PASSED;
            default ->
                    error.startsWith(GIVEN_UP_AFTER)
                            ? DeadReason.ATTEMPTS_EXHAUSTED
                            : DeadReason.FAILED;
        };
    }

    /// The same over `delivery d`, as SQL.
    static final String REASON =
            """
            case
                when d.error = '%s' then 'ttl_expired'
                when d.error = '%s' then 'deadline_passed'
                when d.error like '%s%%' then 'attempts_exhausted'
                else 'failed'
            end\
            """
                    .formatted(TTL_EXPIRED, DEADLINE_PASSED, GIVEN_UP_AFTER);
}
