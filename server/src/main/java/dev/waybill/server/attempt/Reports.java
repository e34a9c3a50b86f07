package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Report;
import dev.waybill.server.provider.Told;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Takes what providers tell later of what they have taken, and puts it down. It may make known that something of which nobody
/// knew was done; it never brings back what has ended.
public final class Reports {
    /// How long one that is told too early waits; its provider waits about twice as long.
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final String STATUS = "status";
    private static final String LAST = "lastStatus";

    private final Database database;
    private final InstantSource clock;
    private final Book book;
    private final Lookup lookup;
    private final Keys keys;

    Reports(AttemptSet.Workings workings, Keys keys) {
        this.database = workings.supplies().database();
        this.clock = workings.supplies().clock();
        this.book = workings.book();
        this.lookup = workings.lookup();
        this.keys = keys;
    }

    /// False when it says nothing new. Who cannot prove to be the provider learns nothing.
    public boolean take(String provider, Told told) {
        Attempt attempt = find(provider, told.deliveryId()).orElseThrow(Reports::unproved);
        Report report = report(attempt, told).orElseThrow(Reports::unproved);
        awaitIdle(attempt.id());
        return database.write(tx -> put(tx, attempt.id(), report));
    }

    /// Whether there is something of which the provider may tell.
    public boolean about(String provider, String deliveryId) {
        return find(provider, deliveryId).isPresent();
    }

    private Optional<Attempt> find(String provider, String deliveryId) {
        return database.read(tx -> book.attempts().find(tx, deliveryId))
                .filter(one -> one.order().handle().provider().equals(provider));
    }

    /// Providers may tell of it before they have answered the call.
    private void awaitIdle(String id) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try (Waits<String>.Place place = book.waits().enter(id)) {
            while (busy(id) && place.goOn(end, () -> true)) {
                // It has changed, and is looked at again.
            }
        }
    }

    private boolean busy(String id) {
        return database.read(tx -> book.attempts().find(tx, id))
                .filter(attempt -> busy(attempt.state()))
                .isPresent();
    }

    private static boolean busy(State state) {
        return state.status() == AttemptStatus.IN_FLIGHT
                || (state.status() == AttemptStatus.UNKNOWN && state.claim() != null);
    }

    private Optional<Report> report(Attempt attempt, Told told) {
        Order order = attempt.order();
        Account account = order.account();
        return keys.same(
                        order.workspace(),
                        order.handle().provider(),
                        account.credential(),
                        account.operators())
                .flatMap(
                        credential ->
                                lookup.provider(order.handle().provider())
                                        .flatMap(one -> one.report(credential, told)));
    }

    private boolean put(Tx tx, String id, Report report) {
        Attempt attempt = book.attempts().find(tx, id).orElse(null);
        if (attempt == null || report.resourceId().isEmpty()) {
            return false;
        }
        if (busy(attempt.state())) {
            throw new Refusal(
                    Reason.DELIVERY_STATE_CONFLICT,
                    id + " is still under way; tell it again later",
                    Facts.attempted(null, true, id, null));
        }
        if (old(attempt.state(), report)) {
            return false;
        }
        Instant now = clock.instant();
        State state = attempt.state();
        ObjectNode result =
                state.result() instanceof ObjectNode known ? known.deepCopy() : Json.emptyObject();
        result.put("providerId", report.resourceId());
        result.put(STATUS, report.status());
        if (report.last()) {
            result.put(LAST, true);
        }
        Outcome.Sent sent =
                new Outcome.Sent(
                        report.failure() == null
                                ? "the provider says: " + report.status()
                                : report.failure(),
                        result,
                        state.evidence().made(report.resourceId(), state.evidence().url()));
        return book.report(tx, attempt, state.sent(sent, now), report);
    }

    /// Of what ended otherwise, of another message, of what is told already, and of what was before the last.
    private static boolean old(State state, Report report) {
        String known = state.evidence().resourceId();
        boolean other = known != null && !known.equals(report.resourceId());
        boolean open =
                state.status() == AttemptStatus.SENT || state.status() == AttemptStatus.UNKNOWN;
        boolean told =
                state.result() != null
                        && (state.result().path(LAST).asBoolean(false)
                                || state.result()
                                        .path(STATUS)
                                        .asString("")
                                        .equals(report.status()));
        return other || !open || told;
    }

    private static Refusal unproved() {
        return new Refusal(
                Reason.INVALID_SIGNATURE,
                "there is no such attempt, or the signature is not its provider's");
    }
}
