package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ActionsAnswer;
import dev.waybill.protocol.outbound.ActionsRequest;
import dev.waybill.protocol.outbound.CallTerms;
import dev.waybill.protocol.outbound.DeliveryAttempt;
import dev.waybill.protocol.outbound.DeliveryAttemptList;
import dev.waybill.protocol.outbound.DryRun;
import dev.waybill.protocol.outbound.InvokeRequest;
import dev.waybill.protocol.outbound.ProviderList;
import dev.waybill.protocol.outbound.SendRequest;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes what is asked of providers, keeps it before anything is done, and tells what became of it.
public final class Attempts {
    private static final int MAX_KEY = 255;

    private final Supplies supplies;
    private final Database database;
    private final Book book;
    private final Targets targets;
    private final Planning planning;
    private final Offers offers;
    private final Patient patient;
    private final Tally tally;
    private final Sight sight;
    private final int most;

    Attempts(AttemptSet.Workings workings) {
        this.supplies = workings.supplies();
        this.database = workings.supplies().database();
        this.book = workings.book();
        this.targets = workings.targets();
        this.planning = workings.planning();
        this.offers = workings.offers();
        this.patient = workings.patient();
        this.tally = workings.tally();
        this.sight = workings.sight();
        this.most = workings.limits().maxQueued();
    }

    /// What a call is answered with.
    public sealed interface Answered {
        record Dry(DryRun run) implements Answered {}

        /// `done` when the provider has confirmed it.
        record Kept(DeliveryAttempt delivery, boolean done) implements Answered {}
    }

    /// What can be done at a place; `sent` is the handle as the caller wrote it.
    public ActionsAnswer actions(Asker caller, ActionsRequest request, @Nullable JsonNode sent) {
        Asker asker = asker(caller, request.agentId());
        Place place = targets.find(caller, request.target());
        Json json = supplies.json();
        return new ActionsAnswer(
                place.sourceId(),
                sent == null ? json.toTree(place.handle()) : sent,
                offers.at(asker, place),
                offers.configured(asker.workspace(), place.handle().provider(), place.configRef()));
    }

    public ProviderList providers(Asker caller) {
        return new ProviderList(offers.all(caller.workspace()));
    }

    /// `key` is the idempotency key that came beside the request, where there is none in it.
    public Answered invoke(
            Asker caller, InvokeRequest request, @Nullable String key, BooleanSupplier wanted) {
        return counted(() -> run(caller, Wish.of(request).keyed(key), wanted));
    }

    /// The same for the operation that stands for plain text.
    public Answered send(
            Asker caller, SendRequest request, @Nullable String key, BooleanSupplier wanted) {
        return counted(() -> run(caller, Wish.of(request).keyed(key), wanted));
    }

    /// An agent is shown its own, and what waits for its word.
    public DeliveryAttemptList list(Asker caller, AttemptQuery query) {
        List<Attempt> found =
                database.read(
                        tx ->
                                book.attempts()
                                        .list(
                                                tx,
                                                caller.workspace(),
                                                query,
                                                sight.view(tx, caller)));
        List<Attempt> page = found.subList(0, Math.min(found.size(), query.limit()));
        boolean more = found.size() > page.size();
        return new DeliveryAttemptList(
                page.stream().map(one -> Shown.attempt(one, false, null)).toList(),
                more ? cursor(page.getLast()) : null);
    }

    /// With everything that happened to it.
    public DeliveryAttempt show(Asker caller, String id) {
        return database.read(
                tx -> {
                    Attempt attempt = sight.require(tx, caller, id);
                    return Shown.attempt(attempt, false, book.events().of(tx, id));
                });
    }

    private static String cursor(Attempt last) {
        return new AttemptQuery.Cursor(last.order().createdAt(), last.id()).text();
    }

    private interface Ask {
        Answered run();
    }

    /// What is refused before there is an attempt leaves a number and nothing else.
    private Answered counted(Ask ask) {
        try {
            return ask.run();
        } catch (Refusal e) {
            if (e.facts().deliveryId() == null) {
                tally.refused(e.reason().wire());
            }
            throw e;
        }
    }

    private Answered run(Asker caller, Wish wish, BooleanSupplier wanted) {
        CallTerms terms = wish.terms();
        Duration time = Patient.time(terms.waitMs());
        checkKey(terms.idempotencyKey());
        Asker asker = asker(caller, terms.agentId());
        Optional<Attempt> before = terms.dry() ? Optional.empty() : before(caller, asker, wish);
        if (before.isPresent()) {
            return answer(patient.await(before.get(), time, false, wanted), true);
        }
        Plan plan = planning.plan(caller, asker, wish);
        if (terms.dry()) {
            return new Answered.Dry(Shown.dry(plan));
        }
        Attempt attempt = attempt(plan);
        if (database.write(tx -> book.open(tx, attempt, most))) {
            return answer(patient.await(attempt, time, false, wanted), false);
        }
        Attempt other =
                before(caller, asker, wish)
                        .orElseThrow(() -> new IllegalStateException("the key is gone"));
        return answer(patient.await(other, time, false, wanted), true);
    }

    /// What was asked for before under the same key; a refusal if that was something else.
    private Optional<Attempt> before(Asker caller, Asker asker, Wish wish) {
        String key = wish.terms().idempotencyKey();
        if (key == null) {
            return Optional.empty();
        }
        Optional<Attempt> known =
                database.read(
                        tx -> book.attempts().byKey(tx, caller.workspace(), caller.actor(), key));
        known.filter(attempt -> !attempt.order().hash().equals(planning.hash(asker, wish)))
                .ifPresent(
                        attempt -> {
                            throw new Refusal(
                                    Reason.IDEMPOTENCY_CONFLICT,
                                    "the idempotency key was used for another request: "
                                            + attempt.id(),
                                    Facts.attempted(null, false, attempt.id(), null));
                        });
        return known;
    }

    private Attempt attempt(Plan plan) {
        Instant now = Instant.ofEpochMilli(supplies.clock().millis());
        Place place = plan.place();
        Order order =
                new Order(
                        ShortId.mint("dlv", supplies.random()),
                        plan.actor(),
                        plan.asker(),
                        place.handle(),
                        plan.kind(),
                        plan.spot().operation().name(),
                        plan.canonical(),
                        plan.payload(),
                        plan.input(),
                        new Order.References(
                                place.sourceId(),
                                place.itemId(),
                                place.entryId(),
                                plan.terms().correlationId()),
                        plan.terms().idempotencyKey(),
                        plan.hash(),
                        Account.of(plan.spot().provider(), plan.credential()),
                        plan.lane(),
                        plan.verdict() instanceof Permits.Verdict.Approve(var approvers)
                                ? approvers
                                : List.of(),
                        now);
        return new Attempt(order, State.queued(plan.needsApproval(), now), 0);
    }

    static Answered answer(Attempt attempt, boolean replayed) {
        Refusal refusal = Shown.refusal(attempt);
        if (refusal != null) {
            throw refusal;
        }
        return new Answered.Kept(Shown.attempt(attempt, replayed, null), Shown.done(attempt));
    }

    /// For whom it is: an agent asks for itself, the owner for anyone.
    private Asker asker(Asker caller, @Nullable String agent) {
        if (agent == null) {
            return caller;
        }
        if (caller.agent() != null) {
            if (agent.equals(caller.name()) || agent.equals(caller.agent().text())) {
                return caller;
            }
            throw new Refusal(Reason.FORBIDDEN, "agents act for themselves, not for " + agent);
        }
        return database.read(tx -> book.attempts().agent(tx, caller.workspace(), agent))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.AGENT_NOT_FOUND,
                                        "Agent \"" + agent + "\" not found"));
    }

    private static void checkKey(@Nullable String key) {
        if (key != null && (key.isBlank() || key.length() > MAX_KEY)) {
            throw new Refusal(
                    Reason.INVALID_IDEMPOTENCY_KEY,
                    "an idempotency key has 1 to " + MAX_KEY + " characters");
        }
    }
}
