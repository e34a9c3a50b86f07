package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.DeliverySweep;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Report;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What time does to deliveries that are not settled, with a clock that the test moves.
@ParameterizedClass
@EnumSource(TestEngine.class)
class RetriesTest {
    private static final Report FAILED_FOR_NOW = new Report.Failed("no luck", true, null);

    @TempDir private Path folder;

    private final TestEngine engine;
    private Messaging messaging;
    private DeliveryBook book;
    private DeliverySweep sweep;
    private Caller.Agent alice;
    private DeliveryBook.Holder bob;
    private Instant now = Instant.now();

    RetriesTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        DeliveryLimits limits = new DeliveryLimits(1000, Duration.ofHours(1), 64);
        messaging = new Messaging(engine, folder, limits);
        Outcomes outcomes = new Outcomes(new Signals(messaging.mailboxes), messaging.ledger);
        Attachments attachments =
                new Attachments(
                        messaging.store.database(),
                        messaging.json,
                        messaging.mailboxes,
                        messaging.unwrittenAcks,
                        outcomes,
                        limits,
                        () -> now);
        book =
                new DeliveryBook(
                        messaging.store.database(),
                        messaging.mailboxes,
                        attachments,
                        limits,
                        outcomes,
                        () -> now);
        sweep =
                new DeliverySweep(
                        messaging.store.database(),
                        messaging.mailboxes,
                        limits,
                        outcomes,
                        () -> now);
        alice = messaging.agent("alice");
        bob = new DeliveryBook.Holder(messaging.workspace, messaging.agent("bob").agent());
    }

    @AfterEach
    void stop() {
        messaging.close();
    }

    @Test
    void a_failure_that_may_pass_comes_back_later_each_time_and_is_given_up_after_eight() {
        String first = sent();
        List<Long> pauses = new ArrayList<>();
        Delivery failed = book.settle(bob, first, FAILED_FOR_NOW);
        while (failed.status() == DeliveryStatus.FAILED) {
            Instant again = Objects.requireNonNull(failed.availableAt());
            pauses.add(Duration.between(now, again).toSeconds());
            now = again.minusMillis(1);
            sweep.sendAgain();
            assertThat(open()).as("before its time").isEmpty();
            now = again.plusMillis(1);
            sweep.sendAgain();
            String next = first + "~" + (failed.attempt() + 1);
            assertThat(open()).containsExactly(next);
            failed = book.settle(bob, next, FAILED_FOR_NOW);
        }

        assertThat(failed.status()).isEqualTo(DeliveryStatus.DEAD_LETTERED);
        assertThat(failed.attempt()).isEqualTo(8);
        assertThat(failed.error()).isEqualTo("given up after 8 failures: no luck");
        assertThat(pauses.stream().map(seconds -> (seconds + 1) / 5 * 5))
                .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 300L);
        assertThat(messaging.rows("select dead_for from delivery where dead_for is not null"))
                .containsExactly("attempts_exhausted");
    }

    @Test
    void putting_off_is_no_failure() {
        String id = sent();
        for (int attempt = 2; attempt <= 12; attempt++) {
            book.settle(
                    bob, open().getFirst(), new Report.Deferred(now.plusSeconds(1), null, null));
            now = now.plusSeconds(2);
            sweep.sendAgain();
            assertThat(open()).containsExactly(id + "~" + attempt);
        }

        Delivery failed = book.settle(bob, open().getFirst(), FAILED_FOR_NOW);

        assertThat(failed.status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(failed.availableAt()).isNotNull();
    }

    @Test
    void what_was_taken_over_comes_back_when_nothing_more_is_heard_of_it() {
        String forgotten = sent();
        String kept = sent();
        String done = sent();
        book.settle(bob, forgotten, new Report.Accepted(true, null));
        book.settle(bob, kept, new Report.Accepted(false, null));
        book.settle(bob, done, new Report.Accepted(true, null));
        book.settle(bob, done, new Report.Delivered(null));
        now = now.plus(Duration.ofMinutes(6));

        sweep.sendAgain();

        assertThat(open()).containsExactly(forgotten + "~2");
    }

    @Test
    void what_waits_longer_than_usual_is_given_up_whatever_it_waits_for() {
        sent();
        String accepted = sent();
        String deferred = sent();
        book.settle(bob, accepted, new Report.Accepted(false, null));
        book.settle(
                bob, deferred, new Report.Deferred(now.plus(Duration.ofHours(3)), "busy", null));
        now = now.plus(Duration.ofMinutes(59));
        sweep.giveUp();
        assertThat(dead()).isEmpty();
        now = now.plus(Duration.ofMinutes(2));

        sweep.giveUp();

        assertThat(dead()).hasSize(3);
        assertThat(messaging.rows("select dead_for from delivery")).containsOnly("ttl_expired");
        now = now.plus(Duration.ofHours(3));
        sweep.sendAgain();
        assertThat(open()).isEmpty();
    }

    private String sent() {
        return "del_" + messaging.tell(alice, "bob", "hi").id() + "_" + bob.agent();
    }

    private List<String> open() {
        return book.open(bob.agent(), 100).items().stream()
                .filter(item -> item.delivery().availableAt() == null)
                .map(item -> item.delivery().id().value())
                .toList();
    }

    private List<String> dead() {
        return book.withStatus(bob.agent(), DeliveryStatus.DEAD_LETTERED, 100).stream()
                .map(item -> item.delivery().id().value())
                .toList();
    }
}
