package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.AttemptEvent;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.provider.Exchanged;
import dev.waybill.server.provider.Report;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes down every change of an attempt: its row, what happened, and the ledger, in one transaction; those who wait for it
/// hear of it after the commit.
final class Book {
    /// How many exchanges of one call are kept.
    private static final int MAX_EXCHANGES = 20;

    /// How many of one agent may wait for somebody's word.
    private static final int MAX_PENDING = 100;

    private final AttemptTable attempts;
    private final EventTable events = new EventTable();
    private final LaneTable lanes = new LaneTable();
    private final Ledger ledger;
    private final Waits<String> waits;
    private final Tally tally;
    private volatile Runnable bell = () -> {};

    Book(AttemptTable attempts, Ledger ledger, Waits<String> waits, Tally tally) {
        this.attempts = attempts;
        this.ledger = ledger;
        this.waits = waits;
        this.tally = tally;
    }

    AttemptTable attempts() {
        return attempts;
    }

    LaneTable lanes() {
        return lanes;
    }

    EventTable events() {
        return events;
    }

    Waits<String> waits() {
        return waits;
    }

    /// Rings after each commit by which there may be something to do.
    void onWork(Runnable listener) {
        bell = listener;
    }

    /// False when the key was used before. Refuses what would be too much for one workspace, or for those who have to agree.
    boolean open(Tx tx, Attempt attempt, int most) {
        if (attempt.state().pendingApproval()) {
            int bound = Math.min(most, MAX_PENDING);
            check(
                    attempts.pending(tx, attempt.order().asker()),
                    bound,
                    bound + " attempts of the agent wait for somebody's word already");
        } else {
            check(
                    attempts.queued(tx, attempt.workspace()),
                    most,
                    most + " attempts of the workspace wait already");
        }
        if (!attempts.insert(tx, attempt)) {
            return false;
        }
        Instant now = attempt.order().createdAt();
        events.append(tx, attempt.id(), moved(null, attempt.state(), null, null));
        tell(tx, attempt, "outbound.queued", now);
        return true;
    }

    private static void check(long waiting, int most, String words) {
        if (waiting >= most) {
            throw new Refusal(
                    Reason.RATE_LIMIT_EXCEEDED,
                    words + "; more can be asked for later",
                    Facts.attempted(null, true, null, null));
        }
    }

    /// Who is at the attempt has changed, and when there is something to do for it, but not what has become of it. False
    /// when it has changed meanwhile.
    boolean hold(Tx tx, Attempt attempt, State next) {
        tx.afterCommit(() -> ring(attempt.id()));
        return attempts.change(tx, attempt, next);
    }

    /// False when it has changed meanwhile; then nothing is written.
    boolean change(Tx tx, Attempt attempt, State next, List<Exchanged> exchanges) {
        return change(tx, attempt, next, exchanges, null);
    }

    /// The same, by somebody.
    boolean change(Tx tx, Attempt attempt, State next, @Nullable String by) {
        return change(tx, attempt, next, List.of(), by);
    }

    private boolean change(
            Tx tx, Attempt attempt, State next, List<Exchanged> exchanges, @Nullable String by) {
        if (!attempts.change(tx, attempt, next)) {
            return false;
        }
        AttemptStatus from = attempt.status();
        int kept = Math.min(exchanges.size(), MAX_EXCHANGES);
        List<Exchanged> last = exchanges.subList(exchanges.size() - kept, exchanges.size());
        for (int i = 0; i < kept - 1; i++) {
            events.append(tx, attempt.id(), exchanged(attempt, last.get(i)));
        }
        events.append(tx, attempt.id(), moved(from, next, kept == 0 ? null : last.getLast(), by));
        Attempt changed = attempt.changed(next);
        if (from != next.status() || by != null) {
            tell(tx, changed, type(attempt.state(), next), next.updatedAt());
        }
        tx.afterCommit(() -> tally.changed(from, changed));
        return true;
    }

    /// The provider has told something by itself.
    boolean report(Tx tx, Attempt attempt, State next, Report report) {
        if (!attempts.change(tx, attempt, next)) {
            return false;
        }
        events.append(
                tx,
                attempt.id(),
                new AttemptEvent(
                        0,
                        next.updatedAt(),
                        attempt.status(),
                        next.status(),
                        next.attempts(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        report.status(),
                        report.failure() == null ? null : Reason.PROVIDER_REJECTED.wire(),
                        report.failure(),
                        null,
                        attempt.order().handle().provider()));
        tell(tx, attempt.changed(next), "outbound.reported", next.updatedAt());
        return true;
    }

    /// What was exchanged while nothing changed.
    void note(Tx tx, Attempt attempt, List<Exchanged> exchanges) {
        exchanges.stream()
                .limit(MAX_EXCHANGES)
                .forEach(one -> events.append(tx, attempt.id(), exchanged(attempt, one)));
    }

    private static String type(State before, State next) {
        return before.pendingApproval() && !next.pendingApproval() && !next.status().settled()
                ? "outbound.approved"
                : "outbound." + next.status().wire();
    }

    private void tell(Tx tx, Attempt attempt, String type, Instant now) {
        Order order = attempt.order();
        ObjectNode payload = Json.emptyObject();
        payload.put("delivery_id", order.id());
        payload.put("provider", order.handle().provider());
        payload.put("surface", order.handle().surface());
        payload.put("target_ref", order.handle().targetRef());
        payload.put("operation", order.operation());
        payload.put("status", attempt.status().wire());
        payload.put("attempts", attempt.state().attempts());
        put(payload, "agent_name", order.asker().name());
        put(payload, "item_id", order.references().item());
        Fault fault = attempt.state().fault();
        put(payload, "error_code", fault == null ? null : fault.reason().wire());
        if (attempt.state().pendingApproval()) {
            payload.put("approval", "pending");
        }
        ledger.append(
                tx,
                order.workspace(),
                new LedgerEntry(type, null, order.asker().agent(), order.id(), payload, now));
        tx.afterCommit(() -> ring(order.id()));
    }

    private void ring(String id) {
        bell.run();
        waits.ring(id);
    }

    private static void put(ObjectNode payload, String field, @Nullable String value) {
        if (value != null) {
            payload.put(field, value);
        }
    }

    private static AttemptEvent exchanged(Attempt attempt, Exchanged exchange) {
        return event(attempt.status(), attempt.state(), exchange.at(), exchange, null, null);
    }

    private static AttemptEvent moved(
            @Nullable AttemptStatus from,
            State next,
            @Nullable Exchanged exchange,
            @Nullable String by) {
        return event(from, next, next.updatedAt(), exchange, next.fault(), by);
    }

    private static AttemptEvent event(
            @Nullable AttemptStatus from,
            State to,
            Instant at,
            @Nullable Exchanged exchange,
            @Nullable Fault fault,
            @Nullable String by) {
        String failure = exchange == null ? null : exchange.failure();
        return new AttemptEvent(
                0,
                at,
                from,
                to.status(),
                to.attempts(),
                exchange == null ? null : exchange.method(),
                exchange == null ? null : exchange.url(),
                exchange == null ? null : exchange.status(),
                exchange == null ? null : exchange.took().toMillis(),
                exchange == null ? null : exchange.digest(),
                exchange == null ? null : exchange.answer(),
                fault == null ? null : fault.reason().wire(),
                fault == null ? failure : fault.message(),
                fault == null ? null : fault.retryAfterMs(),
                by);
    }
}
