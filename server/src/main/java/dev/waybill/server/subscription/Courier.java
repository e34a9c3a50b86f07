package dev.waybill.server.subscription;

import dev.waybill.server.follow.Follower;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.Patience;
import dev.waybill.server.outbound.RetryAfter;
import dev.waybill.server.subscription.KeptSubscription.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings the events of a workspace to one subscriber, in order. The cursor moves after the subscriber has answered, so a
/// crash in between repeats an event and loses none.
final class Courier implements Follower {
    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    /// After so many unwanted events the cursor is kept, so that a restart does not go through all of them again.
    private static final int SKIPS_UNKEPT = 500;

    /// How long it rests at most before it looks whether it is still wanted.
    private static final Duration LOOK = Duration.ofSeconds(10);

    private static final int MAX_ERROR = 500;
    private static final Patience PATIENCE =
            new Patience(Duration.ofSeconds(1), Duration.ofMinutes(10));
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

    private final Rounds rounds;
    private final Leases.Lease lease;
    private final String id;
    private long position;

    Courier(Rounds rounds, Leases.Lease lease, String id) {
        this.rounds = rounds;
        this.lease = lease;
        this.id = id;
    }

    @Override
    public Next step() throws InterruptedException {
        KeptSubscription subscription = rounds.find(id).orElse(null);
        if (subscription == null || !lease.held()) {
            return new Next.End();
        }
        Instant due = subscription.trouble().nextAttempt();
        Instant now = rounds.now();
        if (due != null && now.isBefore(due)) {
            return rest(now, due);
        }
        position = Math.max(position, subscription.cursor());
        List<Happening> page = rounds.after(subscription, position);
        return page.isEmpty() ? new Next.Idle() : bring(subscription, page);
    }

    /// Not longer than until the lease has to be renewed, or a deletion be noticed.
    private static Next rest(Instant now, Instant due) {
        Duration pause = Duration.between(now, due);
        return new Next.Rest(pause.compareTo(LOOK) < 0 ? pause : LOOK);
    }

    private Next bring(KeptSubscription subscription, List<Happening> page)
            throws InterruptedException {
        Interest interest = new Interest(subscription.events(), subscription.filter());
        for (Happening happening : page) {
            if (interest.in(happening)) {
                return bring(subscription, happening);
            }
            position = happening.seq();
        }
        if (position - subscription.cursor() >= SKIPS_UNKEPT) {
            rounds.skipped(id, position);
        }
        return new Next.Again();
    }

    private Next bring(KeptSubscription subscription, Happening happening)
            throws InterruptedException {
        try {
            HttpAnswer answer = rounds.send(subscription, happening);
            if (!answer.successful()) {
                return failed(
                        subscription,
                        refusal(answer),
                        RetryAfter.of(answer, rounds.now(), LONGEST_RETRY_AFTER));
            }
            rounds.moved(id, happening.seq());
            position = happening.seq();
            return new Next.Again();
        } catch (IOException e) {
            return failed(
                    subscription,
                    Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()),
                    Duration.ZERO);
        }
    }

    private Next failed(KeptSubscription subscription, String error, Duration atLeast) {
        Instant now = rounds.now();
        Trouble before = subscription.trouble();
        int failures = before.failures() + 1;
        Duration pause = PATIENCE.after(failures, ThreadLocalRandom.current().nextDouble());
        Instant next = now.plus(pause.compareTo(atLeast) < 0 ? atLeast : pause);
        Trouble trouble =
                new Trouble(
                        failures,
                        Objects.requireNonNullElse(before.since(), now),
                        next,
                        error.substring(0, Math.min(error.length(), MAX_ERROR)));
        boolean given = rounds.failed(subscription, position, trouble);
        LOG.atWarn()
                .addKeyValue("subscription", id)
                .addKeyValue("failures", failures)
                .addKeyValue("error", trouble.lastError())
                .log(
                        given
                                ? "A subscription has failed for too long and is switched off"
                                : "An event could not be brought to its subscriber and will be repeated");
        return given ? new Next.End() : rest(now, next);
    }

    private static String refusal(HttpAnswer answer) {
        return answer.redirecting()
                ? "HTTP " + answer.status() + ": redirect not allowed"
                : "HTTP " + answer.status();
    }
}
