package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.delivery.DeadLetter;
import dev.waybill.protocol.delivery.DeadLetterDetails;
import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.delivery.RedriveResult;
import dev.waybill.protocol.delivery.Redriven;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.DeadLetterSweep;
import dev.waybill.server.delivery.DeadLetters;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class DeadLettersTest {
    private static final String TTL = "delivery TTL expired";

    private final TestEngine engine;
    @TempDir private Path folder;
    private Messaging messaging;
    private DeadLetters letters;
    private Caller.Agent alice;
    private Caller.Agent bob;
    private Caller.Agent carol;

    DeadLettersTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        messaging = new Messaging(engine, folder);
        letters =
                new DeadLetters(
                        messaging.store.database(),
                        messaging.mailboxes,
                        DeliveryLimits.DEFAULTS,
                        messaging.ledger,
                        messaging.clock);
        alice = messaging.agent("alice");
        bob = messaging.agent("bob");
        carol = messaging.agent("carol");
    }

    @AfterEach
    void stop() {
        messaging.close();
    }

    @Test
    void what_was_given_up_is_listed_with_its_message_and_why() {
        MessageId message = messaging.tell(alice, "bob", "lost").id();
        bury(bob, message, TTL);

        DeadLetter letter = list(null, null).getFirst();

        assertThat(letter.id()).isEqualTo(DeliveryIds.of(message, bob.agent(), 1));
        assertThat(letter.agentName()).isEqualTo("bob");
        assertThat(letter.reason()).isEqualTo(DeadReason.TTL_EXPIRED);
        assertThat(letter.error()).isEqualTo(TTL);
        assertThat(letter.message().text()).isEqualTo("lost");
        assertThat(letter.message().agentName()).isEqualTo("alice");
    }

    @Test
    void pages_go_through_all_of_them_newest_first() {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            MessageId message = messaging.post(alice, "m" + i).id();
            bury(bob, message, TTL);
            bury(carol, message, "given up after 8 attempts: no");
            sent.add("m" + i);
        }

        List<DeadLetter> seen = new ArrayList<>();
        DeadLetters.Page page = letters.list(all(), null, 3);
        while (page.hasMore()) {
            seen.addAll(page.letters());
            page = letters.list(all(), ids(seen.getLast()), 3);
        }
        seen.addAll(page.letters());

        assertThat(seen).extracting(DeadLetter::id).doesNotHaveDuplicates().hasSize(10);
        assertThat(seen.stream().map(letter -> letter.message().text()).distinct())
                .containsExactlyElementsOf(sent.reversed());
        assertThat(list(bob.agent(), null)).hasSize(5);
        assertThat(list(null, DeadReason.ATTEMPTS_EXHAUSTED))
                .hasSize(5)
                .allMatch(letter -> letter.agentName().equals("carol"));
        assertThat(list(bob.agent(), DeadReason.DEADLINE_PASSED)).isEmpty();
    }

    @Test
    void a_new_attempt_takes_its_place_and_is_on_record() {
        MessageId message = messaging.tell(alice, "bob", "lost").id();
        bury(bob, message, TTL);
        String id = DeliveryIds.of(message, bob.agent(), 1).value();

        Redriven redriven = letters.redrive(messaging.workspace, null, id);

        assertThat(redriven.deliveryId()).isEqualTo(DeliveryIds.of(message, bob.agent(), 2));
        assertThat(list(null, null)).isEmpty();
        assertThat(
                        messaging.rows(
                                "select attempt || ' ' || seq || ' ' || coalesce(status, 'open') from delivery order by attempt"))
                .containsExactly("1 1 replaced", "2 2 open");
        assertThat(messaging.rows("select subject from ledger where type = 'delivery.redriven'"))
                .containsExactly(redriven.deliveryId().value());
    }

    @Test
    void sending_again_twice_sends_once() throws Exception {
        MessageId message = messaging.tell(alice, "bob", "lost").id();
        bury(bob, message, TTL);
        String id = DeliveryIds.of(message, bob.agent(), 1).value();

        List<Redriven> answers = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Redriven> again = () -> letters.redrive(messaging.workspace, bob.agent(), id);
            for (Future<Redriven> each :
                    callers.invokeAll(IntStream.range(0, 8).mapToObj(_ -> again).toList())) {
                answers.add(each.get());
            }
        }

        assertThat(answers).containsOnly(answers.getFirst()).hasSize(8);
        assertThat(messaging.rows("select '' || attempt from delivery order by attempt"))
                .containsExactly("1", "2");
        assertThat(messaging.rows("select subject from ledger where type = 'delivery.redriven'"))
                .hasSize(1);
    }

    @Test
    void many_go_again_in_the_order_in_which_they_were_sent() {
        for (int i = 0; i < 3; i++) {
            MessageId message = messaging.post(alice, "m" + i).id();
            bury(bob, message, TTL);
            bury(carol, message, TTL);
        }

        RedriveResult ofBob =
                letters.redrive(new DeadLetters.Choice(messaging.workspace, bob.agent(), null));
        RedriveResult again =
                letters.redrive(new DeadLetters.Choice(messaging.workspace, bob.agent(), null));

        assertThat(ofBob.redriven()).hasSize(3);
        assertThat(ofBob.hasMore()).isFalse();
        assertThat(again.redriven()).isEmpty();
        assertThat(
                        messaging.rows(
                                "select m.text from delivery d join message m on m.id = d.message_id where d.attempt = 2 order by d.seq"))
                .containsExactly("m0", "m1", "m2");
        assertThat(list(null, null)).hasSize(3);
        assertThat(letters.redrive(all()).redriven()).hasSize(3);
    }

    @Test
    void a_dead_letter_shows_every_attempt() {
        MessageId message = messaging.tell(alice, "bob", "lost").id();
        bury(bob, message, "given up after 1 attempts: no");
        letters.redrive(messaging.workspace, null, DeliveryIds.of(message, bob.agent(), 1).value());
        bury(bob, message, TTL, 2);

        DeadLetterDetails details =
                letters.show(
                        messaging.workspace, null, DeliveryIds.of(message, bob.agent(), 2).value());

        assertThat(details.letter().reason()).isEqualTo(DeadReason.TTL_EXPIRED);
        assertThat(details.attempts())
                .extracting(attempt -> attempt.attempt() + " " + attempt.status().wire())
                .containsExactly("1 failed", "2 dead_lettered");
    }

    @Test
    void what_belongs_to_others_is_not_there() {
        MessageId message = messaging.tell(alice, "bob", "lost").id();
        bury(bob, message, TTL);
        String id = DeliveryIds.of(message, bob.agent(), 1).value();
        WorkspaceId other = new WorkspaceId(7);

        for (Runnable attempt :
                List.<Runnable>of(
                        () -> letters.show(messaging.workspace, carol.agent(), id),
                        () -> letters.redrive(messaging.workspace, carol.agent(), id),
                        () -> letters.show(other, null, id),
                        () -> letters.redrive(other, null, id),
                        () -> letters.redrive(messaging.workspace, null, "del_1_2"),
                        () -> letters.redrive(messaging.workspace, null, "nonsense"))) {
            assertThatThrownBy(attempt::run).hasMessageContaining("not found");
        }
        assertThat(letters.list(new DeadLetters.Choice(other, null, null), null, 50).letters())
                .isEmpty();
        assertThat(letters.redrive(new DeadLetters.Choice(other, null, null)).redriven()).isEmpty();
        assertThat(list(null, null)).hasSize(1);
    }

    @Test
    void an_open_delivery_is_no_dead_letter() {
        MessageId message = messaging.tell(alice, "bob", "on its way").id();
        String id = DeliveryIds.of(message, bob.agent(), 1).value();

        assertThatThrownBy(() -> letters.redrive(messaging.workspace, null, id))
                .hasMessageEndingWith("Dead letter \"" + id + "\" not found");
    }

    @Test
    void old_ones_are_forgotten_and_the_record_says_so() {
        MessageId old = messaging.tell(alice, "bob", "old").id();
        MessageId young = messaging.tell(alice, "bob", "young").id();
        bury(bob, old, TTL);
        bury(bob, young, TTL);
        messaging.execute(
                "update delivery set updated_at = ? where message_id = ?",
                messaging.clock.instant().minus(Duration.ofDays(8)),
                old);

        sweep(100);

        assertThat(list(null, null))
                .extracting(letter -> letter.message().text())
                .containsExactly("young");
        assertThat(messaging.rows("select subject from ledger where type = 'delivery.discarded'"))
                .containsExactly(DeliveryIds.of(old, bob.agent(), 1).value());
    }

    @Test
    void of_too_many_the_oldest_are_forgotten() {
        Instant now = messaging.clock.instant();
        for (int i = 0; i < 12; i++) {
            MessageId message = messaging.tell(alice, "bob", "m" + i).id();
            bury(bob, message, TTL);
            messaging.execute(
                    "update delivery set updated_at = ? where message_id = ?",
                    now.minusSeconds(100 - i),
                    message);
        }

        sweep(5);

        assertThat(list(null, null))
                .extracting(letter -> letter.message().text())
                .containsExactly("m11", "m10", "m9", "m8", "m7");
    }

    private void sweep(int most) {
        new DeadLetterSweep(
                        messaging.store.database(),
                        messaging.ledger,
                        messaging.clock,
                        new DeadLetterSweep.Retention(Duration.ofDays(7), most))
                .sweep();
    }

    private void bury(Caller.Agent agent, MessageId message, String error) {
        bury(agent, message, error, 1);
    }

    private void bury(Caller.Agent agent, MessageId message, String error, int attempt) {
        messaging.execute(
                """
                update delivery set status = 'dead_lettered', dead_for = ?, error = ?, updated_at = ?
                where agent_id = ? and message_id = ? and attempt = ?
                """,
                (error.equals(TTL) ? DeadReason.TTL_EXPIRED : DeadReason.ATTEMPTS_EXHAUSTED).wire(),
                error,
                messaging.clock.instant(),
                agent.agent(),
                message,
                attempt);
    }

    private DeadLetters.Choice all() {
        return new DeadLetters.Choice(messaging.workspace, null, null);
    }

    private List<DeadLetter> list(@Nullable AgentId agent, @Nullable DeadReason reason) {
        return letters.list(new DeadLetters.Choice(messaging.workspace, agent, reason), null, 50)
                .letters();
    }

    private static DeliveryIds ids(DeadLetter letter) {
        return DeliveryIds.parse(letter.id().value()).orElseThrow();
    }
}
