package dev.waybill.server.source;

import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Brings subscriptions that are behind to the end of their source, a page of events in one transaction with the place it
/// has come to. What cannot be dealt with is never passed over: the subscription stops there, says so, and tries again.
final class CatchUp {
    private static final int PAGE = 100;
    private static final Duration MOST_TIME = Duration.ofMillis(200);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final int MOST_DOUBLINGS = 3;
    private static final int MOST_ERROR = 500;

    private final Supplies supplies;
    private final SourceTable sources;
    private final EventTable events;
    private final SubscriptionTable subscriptions;
    private final Matching matching;
    private final Chronicle chronicle;

    CatchUp(Supplies supplies, Matching matching, Chronicle chronicle) {
        this.supplies = supplies;
        this.sources = new SourceTable(supplies.json());
        this.events = new EventTable(supplies.json());
        this.subscriptions = new SubscriptionTable(supplies.json());
        this.matching = matching;
        this.chronicle = chronicle;
    }

    /// What one step has brought.
    ///
    /// @param at the number of the last event that was dealt with; 0 if there was none
    record Step(int read, int matched, int created, long at, boolean more) {
        static final Step NOTHING = new Step(0, 0, 0, 0, false);
    }

    /// Those that may have something to read now.
    List<String> behind(int atMost) {
        Instant now = supplies.clock().instant();
        return supplies.database().read(tx -> subscriptions.behind(tx, now, atMost));
    }

    /// Reads the next page for a subscription; where that fails, event by event, so that it is known which one it is.
    Step step(String id) {
        try {
            return page(id, PAGE);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException _) {
            return single(id);
        }
    }

    private Step single(String id) {
        Step all = Step.NOTHING;
        for (int i = 0; i < PAGE; i++) {
            try {
                Step one = page(id, 1);
                all =
                        new Step(
                                all.read() + one.read(),
                                all.matched() + one.matched(),
                                all.created() + one.created(),
                                Math.max(all.at(), one.at()),
                                one.more());
                if (!one.more()) {
                    return all;
                }
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                stop(id, e);
                return all;
            }
        }
        return all;
    }

    /// A page as it was found, before anything is written.
    private record Page(
            KeptSubscription one, long next, KeptSource source, List<KeptEvent> events) {}

    private record Decided(KeptEvent event, Optional<String> reason) {}

    /// Filters take their time, so they are asked before it is our turn to write.
    private Step page(String id, int most) {
        Page page = supplies.database().read(tx -> look(tx, id, most)).orElse(null);
        if (page == null) {
            return Step.NOTHING;
        }
        List<Decided> decided = decided(page);
        return supplies.database().write(tx -> take(tx, page, decided));
    }

    private Optional<Page> look(ReadTx tx, String id, int most) {
        KeptSubscription one = subscriptions.wanted(tx, id).orElse(null);
        Long next = one == null ? null : one.nextSeq();
        KeptSource source =
                one == null ? null : sources.find(tx, one.workspace(), one.sourceId()).orElse(null);
        if (one == null || next == null || source == null) {
            return Optional.empty();
        }
        return Optional.of(new Page(one, next, source, events.from(tx, source.id(), next, most)));
    }

    private List<Decided> decided(Page page) {
        long begun = System.nanoTime();
        List<Decided> decided = new ArrayList<>();
        for (KeptEvent event : page.events()) {
            if (System.nanoTime() - begun > MOST_TIME.toNanos()) {
                return decided;
            }
            decided.add(new Decided(event, matching.wants(page.source(), page.one(), event)));
        }
        return decided;
    }

    /// Nothing where the subscription has become another meanwhile: then it is looked at again.
    private Step take(Tx tx, Page page, List<Decided> decided) {
        KeptSubscription one = page.one();
        String id = one.id();
        KeptSource source = sources.hold(tx, one.workspace(), one.sourceId()).orElse(null);
        if (source == null || subscriptions.wanted(tx, id).filter(one::equals).isEmpty()) {
            return Step.NOTHING;
        }
        Step step = take(tx, source, one, decided, supplies.clock().instant());
        long from =
                decided.isEmpty()
                        ? Math.max(page.next(), page.source().lastSeq() + 1)
                        : step.at() + 1;
        boolean end = from > source.lastSeq() && from <= source.lastSeq() + 1;
        subscriptions.move(tx, id, end ? null : from, missed(tx, page));
        return new Step(
                step.read(), step.matched(), step.created(), step.at(), from <= source.lastSeq());
    }

    /// What was forgotten before it was read; null where there is nothing.
    private @Nullable String missed(Tx tx, Page page) {
        long upTo =
                (page.events().isEmpty()
                                ? page.source().lastSeq() + 1
                                : page.events().getFirst().seq())
                        - 1;
        if (upTo < page.next()) {
            return null;
        }
        chronicle.gap(tx, page.one(), page.next(), upTo, supplies.clock().instant());
        return "events %d to %d were forgotten before they were read".formatted(page.next(), upTo);
    }

    private Step take(
            Tx tx, KeptSource source, KeptSubscription one, List<Decided> page, Instant now) {
        int matched = 0;
        int created = 0;
        long at = 0;
        for (Decided decided : page) {
            KeptEvent event = decided.event();
            if (decided.reason().isPresent()) {
                String why = decided.reason().get();
                matched++;
                created += matching.take(tx, source, one, event, why, now) ? 1 : 0;
            }
            at = event.seq();
        }
        return new Step(page.size(), matched, created, at, false);
    }

    /// The subscription rests for a while.
    void stop(String id, RuntimeException why) {
        supplies.database()
                .write(
                        tx -> {
                            subscriptions.find(tx, id).ifPresent(one -> stop(tx, one, why));
                            return true;
                        });
    }

    /// It has come to the event that is in its way, as those before it were taken one by one.
    private void stop(Tx tx, KeptSubscription one, RuntimeException why) {
        Long at = one.nextSeq();
        if (at == null) {
            return;
        }
        Instant now = supplies.clock().instant();
        long doublings = Math.min(one.failures(), MOST_DOUBLINGS);
        String error = "event " + at + ": " + why.getMessage();
        subscriptions.failed(
                tx,
                one.id(),
                error.substring(0, Math.min(error.length(), MOST_ERROR)),
                now.plus(FIRST_PAUSE.multipliedBy(1L << doublings)));
        if (one.failures() == 0) {
            chronicle.subscription(tx, one, "stopped", now);
        }
    }
}
