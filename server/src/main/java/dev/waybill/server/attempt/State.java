package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What has become of an attempt so far. Each method is one step it may take; whether it may take it is decided by who calls.
///
/// @param attempts how often the provider was called
/// @param tries how often since somebody asked for it last
/// @param looks how often it was looked up what became of it
/// @param missedAt when it was first looked for after the last call and not found
/// @param dueAt when there is something to do for it by itself; none if there is not
/// @param claim who is at it
record State(
        AttemptStatus status,
        @Nullable ApprovalState approval,
        @Nullable String decidedBy,
        int attempts,
        int tries,
        int looks,
        @Nullable Instant missedAt,
        @Nullable Instant dueAt,
        @Nullable Claim claim,
        @Nullable String note,
        @Nullable JsonNode result,
        @Nullable Fault fault,
        Evidence evidence,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        Instant updatedAt) {
    /// Whoever has it answers for it until then.
    record Claim(String holder, Instant until) {}

    static State queued(boolean needsApproval, Instant now) {
        return new State(
                AttemptStatus.QUEUED,
                needsApproval ? ApprovalState.PENDING : null,
                null,
                0,
                0,
                0,
                null,
                needsApproval ? null : now,
                null,
                null,
                null,
                null,
                Evidence.NONE,
                null,
                null,
                now);
    }

    boolean pendingApproval() {
        return approval == ApprovalState.PENDING;
    }

    boolean claimedBy(String holder) {
        return claim != null && claim.holder().equals(holder);
    }

    /// The provider is about to be called.
    State inFlight(Claim by, Instant now) {
        return new State(
                AttemptStatus.IN_FLIGHT,
                approval,
                decidedBy,
                attempts + 1,
                tries + 1,
                looks,
                null,
                null,
                by,
                null,
                null,
                null,
                evidence,
                startedAt == null ? now : startedAt,
                null,
                now);
    }

    /// Somebody is about to look up what became of it.
    State lookedInto(Claim by, Instant now) {
        return new State(
                status,
                approval,
                decidedBy,
                attempts,
                tries,
                looks + 1,
                missedAt,
                null,
                by,
                note,
                result,
                fault,
                evidence,
                startedAt,
                completedAt,
                now);
    }

    State sent(Outcome.Sent sent, Instant now) {
        return settled(AttemptStatus.SENT, sent.note(), sent.result(), null, sent.evidence(), now);
    }

    State failed(Fault why, Evidence told, Instant now) {
        return settled(AttemptStatus.FAILED, null, null, why, told, now);
    }

    State cancelled(Instant now) {
        State undecided = pendingApproval() ? decided(null, null, now) : this;
        return undecided.settled(AttemptStatus.CANCELLED, null, null, fault, evidence, now);
    }

    /// Nobody knows what the provider did; `look` is when that is looked up, if it can be.
    State unknown(Fault why, Evidence told, @Nullable Instant look, Instant now) {
        return open(AttemptStatus.UNKNOWN, tries, look, why, told, now);
    }

    /// It is tried again then.
    State putOff(Fault why, Evidence told, Instant until, Instant now) {
        return open(AttemptStatus.QUEUED, tries, until, why, told, now);
    }

    /// The provider was not called after all.
    State notBegun(Instant until, Instant now) {
        return new State(
                AttemptStatus.QUEUED,
                approval,
                decidedBy,
                attempts - 1,
                tries - 1,
                looks,
                missedAt,
                until,
                null,
                null,
                null,
                null,
                evidence,
                attempts == 1 ? null : startedAt,
                null,
                now);
    }

    /// What is known not to be done is tried again.
    State queuedAgain(Instant now) {
        return open(AttemptStatus.QUEUED, tries, now, null, evidence, now);
    }

    /// Somebody wants it tried again, as if for the first time.
    State retried(Instant now) {
        return open(AttemptStatus.QUEUED, 0, now, null, evidence, now);
    }

    /// Somebody has to agree before it is called.
    State asked(Instant now) {
        return new State(
                status,
                ApprovalState.PENDING,
                null,
                attempts,
                tries,
                looks,
                missedAt,
                null,
                null,
                note,
                result,
                fault,
                evidence,
                startedAt,
                completedAt,
                now);
    }

    /// Nobody is at it any more, and it is as it was; `due` is when it is looked at again.
    State letGo(@Nullable Instant due, Instant now) {
        return letGo(missedAt, due, now);
    }

    /// It was looked for and not found; then it is looked for again.
    State missed(Instant since, Instant due, Instant now) {
        return letGo(since, due, now);
    }

    private State letGo(@Nullable Instant missed, @Nullable Instant due, Instant now) {
        return new State(
                status,
                approval,
                decidedBy,
                attempts,
                tries,
                looks,
                missed,
                due,
                null,
                note,
                result,
                fault,
                evidence,
                startedAt,
                completedAt,
                now);
    }

    /// Somebody wants it looked up again what became of it.
    State lookAgain(Instant now) {
        return new State(
                status, approval, decidedBy, attempts, 0, 0, missedAt, now, null, note, result,
                fault, evidence, startedAt, null, now);
    }

    State decided(@Nullable ApprovalState how, @Nullable String by, Instant now) {
        return new State(
                status,
                how,
                by,
                attempts,
                tries,
                looks,
                missedAt,
                how == ApprovalState.APPROVED ? now : null,
                null,
                note,
                result,
                fault,
                evidence,
                startedAt,
                completedAt,
                now);
    }

    State refused(String by, String why, Instant now) {
        State decided = decided(ApprovalState.REFUSED, by, now);
        return decided.settled(AttemptStatus.CANCELLED, why, null, null, evidence, now);
    }

    private State settled(
            AttemptStatus end,
            @Nullable String words,
            @Nullable JsonNode outcome,
            @Nullable Fault why,
            Evidence told,
            Instant now) {
        return new State(
                end, approval, decidedBy, attempts, tries, looks, null, null, null, words, outcome,
                why, told, startedAt, now, now);
    }

    private State open(
            AttemptStatus next,
            int triesSoFar,
            @Nullable Instant due,
            @Nullable Fault why,
            Evidence told,
            Instant now) {
        return new State(
                next,
                approval,
                decidedBy,
                attempts,
                triesSoFar,
                looks,
                null,
                due,
                null,
                null,
                null,
                why,
                told,
                startedAt,
                null,
                now);
    }
}
