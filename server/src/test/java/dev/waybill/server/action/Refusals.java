package dev.waybill.server.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Calls that must be refused.
final class Refusals {
    private Refusals() {}

    static void assertRefused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
