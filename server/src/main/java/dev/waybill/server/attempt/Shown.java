package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.Approval;
import dev.waybill.protocol.outbound.AttemptEvent;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.protocol.outbound.DeliveryAttempt;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.DryRun;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Attempts as callers see them.
final class Shown {
    private Shown() {}

    static DeliveryAttempt attempt(
            Attempt attempt, boolean replayed, @Nullable List<AttemptEvent> events) {
        Order order = attempt.order();
        State state = attempt.state();
        DeliveryHandle handle = order.handle();
        Order.References references = order.references();
        Fault fault = state.fault();
        return new DeliveryAttempt(
                order.id(),
                handle.provider(),
                handle.surface(),
                handle.targetRef(),
                handle.threadRef(),
                handle.replyMode(),
                order.kind(),
                order.payload(),
                state.status(),
                order.createdAt(),
                note(state),
                order.operation(),
                order.canonical(),
                references.item(),
                references.entry(),
                references.source(),
                order.asker().agent() == null ? null : order.asker().agent().text(),
                references.correlation(),
                order.key(),
                replayed,
                state.attempts(),
                state.updatedAt(),
                state.startedAt(),
                state.completedAt(),
                state.dueAt(),
                state.result(),
                state.evidence().providerStatus(),
                state.evidence().requestId(),
                fault == null ? null : fault.reason().wire(),
                fault == null ? null : fault.message(),
                fault == null ? null : fault.details(),
                fault == null ? null : fault.retryable(),
                state.approval() == null
                        ? null
                        : new Approval(state.approval(), order.approvers(), state.decidedBy()),
                events);
    }

    static DryRun dry(Plan plan) {
        DeliveryHandle handle = plan.place().handle();
        String operation = plan.spot().operation().name();
        return new DryRun(
                true,
                handle.provider(),
                handle.surface(),
                handle.targetRef(),
                handle.threadRef(),
                handle.replyMode(),
                plan.kind(),
                plan.payload(),
                "would "
                        + (plan.needsApproval() ? "ask for approval, then " : "")
                        + "invoke "
                        + operation
                        + " at "
                        + handle.provider()
                        + "/"
                        + plan.spot().surface().name()
                        + " "
                        + handle.targetRef()
                        + "; nothing was sent",
                operation,
                plan.input(),
                plan.credential().name(),
                plan.spot().operation().idempotence(),
                plan.spot().operation().destructive(),
                plan.needsApproval(),
                plan.place().itemId(),
                plan.place().entryId(),
                plan.place().sourceId(),
                plan.asker().agent() == null ? null : plan.asker().agent().text());
    }

    /// Nothing where the attempt was successful or may still be.
    static @Nullable Refusal refusal(Attempt attempt) {
        Fault fault = attempt.state().fault();
        return switch (attempt.status()) {
            case SENT, QUEUED, IN_FLIGHT -> null;
            case CANCELLED ->
                    refusal(
                            attempt,
                            new Fault(
                                    Reason.DELIVERY_STATE_CONFLICT,
                                    attempt.id() + " was cancelled",
                                    false,
                                    null,
                                    null));
            case FAILED, UNKNOWN ->
                    refusal(
                            attempt,
                            fault == null
                                    ? Fault.unclear("nobody knows what the provider did")
                                    : fault);
        };
    }

    private static Refusal refusal(Attempt attempt, Fault fault) {
        return new Refusal(
                fault.reason(),
                fault.message(),
                Facts.attempted(
                        fault.details(), fault.retryable(), attempt.id(), fault.retryAfterMs()));
    }

    private static @Nullable String note(State state) {
        if (state.note() != null) {
            return state.note();
        }
        return switch (state.status()) {
            case QUEUED ->
                    state.pendingApproval()
                            ? "waits for approval"
                            : state.attempts() == 0
                                    ? "accepted; the provider has not been called yet"
                                    : "waits to be tried again";
            case IN_FLIGHT -> "the provider is being called";
            case UNKNOWN -> "nobody knows what the provider did";
            case SENT, FAILED, CANCELLED -> null;
        };
    }

    static boolean done(Attempt attempt) {
        return attempt.status() == AttemptStatus.SENT;
    }
}
