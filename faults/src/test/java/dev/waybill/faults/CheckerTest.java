package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The checker notices what it is there for: each error is planted into a history that is sound without it.
class CheckerTest {
    private static final long ROW = 1;

    private final History history = new History();
    private final AtomicLong nanos = new AtomicLong();
    private final Acks acks = new Acks(nanos::get);
    private long session;

    @BeforeEach
    void three_messages_arrive_in_order() {
        session = history.now();
        for (int i = 1; i <= 3; i++) {
            history.begun("m" + i, Set.of("bob"), 0);
            history.confirmed("m" + i);
            history.received("bob", session, i, "m" + i);
        }
    }

    @Test
    void a_sound_history_is_sound() {
        begin("m4");

        assertThat(Checker.check(history)).isEmpty();
        assertThat(Checker.missing(history)).isEmpty();
    }

    @Test
    void what_comes_again_before_its_ack_is_written_is_sound() {
        history.settled("bob", 2);

        history.received("bob", history.now(), 3, "m3");

        assertThat(Checker.check(history)).isEmpty();
    }

    @Test
    void what_went_out_before_the_ack_was_written_is_sound() {
        history.settled("bob", 3);

        history.received("bob", session, 4, send("m4"));

        assertThat(Checker.check(history)).isEmpty();
    }

    @Test
    void what_is_said_without_power_is_not_heard() {
        begin("m4");
        history.goesDark();

        assertThat(history.confirmed("m4")).isFalse();
        assertThat(history.received("bob", session, 4, "m4")).isFalse();

        history.isLightAgain();
        history.received("bob", history.now(), 4, send("m5"));
        assertThat(Checker.check(history)).isEmpty();
        assertThat(Checker.missing(history)).isEmpty();
    }

    @Test
    void a_confirmed_message_that_never_comes_is_noticed() {
        send("m4");

        assertThat(Checker.check(history)).containsExactly("lost: m4 to bob was confirmed");
        assertThat(Checker.missing(history)).containsExactly("m4");
    }

    @Test
    void one_that_comes_to_somebody_else_is_noticed() {
        history.received("eve", history.now(), 1, "m1");

        assertThat(Checker.check(history)).containsExactly("strange: m1 came to eve");
    }

    @Test
    void one_that_nobody_sent_is_noticed() {
        history.received("bob", session, 4, "m9");

        assertThat(Checker.check(history)).containsExactly("strange: m9 came to bob");
    }

    @Test
    void one_that_is_kept_twice_is_noticed() {
        history.received("bob", session, 4, "m3");

        assertThat(Checker.check(history)).containsExactly("twice: m3 is bob's number 3 and 4");
    }

    @Test
    void a_number_that_stands_for_something_else_later_is_noticed() {
        history.received("bob", history.now(), 3, send("m4"));

        assertThat(Checker.check(history)).contains("changed: bob's number 3 is m3 and m4");
    }

    @Test
    void a_session_that_goes_back_is_noticed() {
        history.received("bob", session, 2, "m2");

        assertThat(Checker.check(history)).containsExactly("order: bob got number 2 after 3");
    }

    @Test
    void a_number_that_is_left_out_is_noticed() {
        history.received("bob", session, 5, send("m4"));

        assertThat(Checker.check(history)).containsExactly("gap: bob got 4 of the numbers up to 5");
    }

    @Test
    void one_that_overtakes_what_was_confirmed_before_it_was_begun_is_noticed() {
        send("early");
        send("late");
        history.received("bob", session, 4, "late");
        history.received("bob", session, 5, "early");

        assertThat(Checker.check(history))
                .containsExactly(
                        "overtaken: early to bob was confirmed before something ahead of it was begun");
    }

    @Test
    void one_for_many_that_comes_to_all_of_them_is_sound() {
        pipeline();
        confirm("first", "second", "third");
        arrive("bob", 4, "first", "second", "third");
        arrive("eve", 1, "first", "second", "third");

        assertThat(Checker.check(history)).isEmpty();
        assertThat(Checker.missing(history)).isEmpty();
    }

    @Test
    void one_for_many_that_misses_somebody_is_noticed() {
        pipeline();
        confirm("first", "second", "third");
        arrive("bob", 4, "first", "second", "third");
        arrive("eve", 1, "first", "second");

        assertThat(Checker.check(history)).containsExactly("lost: third to eve was confirmed");
        assertThat(Checker.missing(history)).containsExactly("third");
    }

    @Test
    void one_for_many_that_comes_to_its_own_sender_is_noticed() {
        pipeline();
        arrive("sender", 1, "first");

        assertThat(Checker.check(history)).containsExactly("strange: first came to sender");
    }

    @Test
    void one_for_many_that_overtakes_in_one_mailbox_is_noticed() {
        history.begun("early", Set.of("bob", "eve"), 0);
        history.confirmed("early");
        history.begun("late", Set.of("bob", "eve"), 0);
        history.confirmed("late");
        arrive("bob", 4, "early", "late");
        arrive("eve", 1, "late", "early");

        assertThat(Checker.check(history)).singleElement().asString().contains("early to eve");
    }

    @Test
    void those_under_way_together_on_one_socket_that_change_their_order_are_noticed() {
        pipeline();
        confirm("first", "second", "third");
        arrive("bob", 4, "first", "third", "second");
        arrive("eve", 1, "first", "second", "third");

        assertThat(Checker.check(history))
                .containsExactly(
                        "shuffled: third to bob stands ahead of one that was sent before it in the same row");
    }

    @Test
    void one_that_overtakes_on_its_socket_is_noticed_though_nobody_heard_it_confirmed() {
        pipeline();
        confirm("first", "second");
        history.again("third");
        arrive("bob", 4, "third", "first", "second");
        arrive("eve", 1, "first", "second");

        assertThat(Checker.check(history))
                .containsExactly(
                        "shuffled: third to bob stands ahead of one that was sent before it in the same row");
    }

    @Test
    void one_that_had_to_be_sent_again_may_stand_behind_what_followed_it() {
        pipeline();
        history.again("first");
        confirm("second", "third", "first");
        arrive("bob", 4, "second", "third", "first");
        arrive("eve", 1, "second", "third", "first");

        assertThat(Checker.check(history)).isEmpty();
    }

    @Test
    void those_under_way_together_in_different_rows_come_in_any_order() {
        history.begun("here", Set.of("bob"), ROW);
        history.begun("there", Set.of("bob"), ROW + 1);
        confirm("here", "there");
        arrive("bob", 4, "there", "here");

        assertThat(Checker.check(history)).isEmpty();
    }

    @Test
    void an_ack_that_is_not_written_in_time_is_noticed() {
        acks.opened("bob", session);
        acks.sent(session, 2);
        pass(Acks.HELD.plus(Acks.PATIENCE).minusNanos(1));
        acks.sent(session, 3);

        assertThat(acks.said()).containsExactly(Map.entry("bob", 3L));
        assertThat(Checker.unwritten(acks.owed(), Map.of())).isEmpty();

        pass(Duration.ofNanos(1));
        assertThat(Checker.unwritten(acks.owed(), Map.of("bob", 1L)))
                .containsExactly("unwritten: bob has acknowledged 2, the store knows of 1");
        assertThat(Checker.unwritten(acks.owed(), Map.of()))
                .containsExactly("unwritten: bob has acknowledged 2, the store knows of 0");
        assertThat(Checker.unwritten(acks.owed(), Map.of("bob", 2L))).isEmpty();
    }

    @Test
    void an_ack_on_a_session_that_ended_before_it_was_due_is_not_owed() {
        acks.opened("bob", session);
        acks.sent(session, 2);
        pass(Acks.HELD.plus(Acks.PATIENCE));
        acks.sent(session, 3);
        pass(Acks.PATIENCE.minusNanos(1));

        acks.ended(session);
        pass(Duration.ofHours(1));

        assertThat(acks.owed()).containsExactly(Map.entry("bob", 2L));
        assertThat(acks.said()).isEmpty();
    }

    @Test
    void one_that_comes_again_after_its_ack_was_written_is_noticed() {
        history.settled("bob", 2);

        history.received("bob", history.now(), 2, "m2");

        assertThat(Checker.check(history)).singleElement().asString().startsWith("again: bob");
    }

    @Test
    void one_that_was_settled_alone_and_comes_again_is_noticed() {
        history.settledSingly("bob", 2);
        long later = history.now();

        history.received("bob", later, 1, "m1");
        assertThat(Checker.check(history)).isEmpty();

        history.received("bob", later, 2, "m2");
        assertThat(Checker.check(history)).hasSize(1);
    }

    @Test
    void all_errors_are_told() {
        history.received("bob", session, 2, "m2");
        send("m4");

        List<String> broken = Checker.check(history);

        assertThat(broken).hasSize(2);
    }

    private String send(String text) {
        begin(text);
        history.confirmed(text);
        return text;
    }

    private void begin(String text) {
        history.begun(text, Set.of("bob"), 0);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /// Three under way together, on one socket.
    private void pipeline() {
        for (String text : List.of("first", "second", "third")) {
            history.begun(text, Set.of("bob", "eve"), ROW);
        }
    }

    private void confirm(String... texts) {
        List.of(texts).forEach(history::confirmed);
    }

    private void arrive(String agent, long from, String... texts) {
        for (int i = 0; i < texts.length; i++) {
            history.received(agent, session, from + i, texts[i]);
        }
    }
}
