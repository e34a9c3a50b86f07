package dev.waybill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The checker notices what it is there for: each error is planted into a history that is sound without it.
class CheckerTest {
    private final History history = new History();
    private long session;

    @BeforeEach
    void three_messages_arrive_in_order() {
        session = history.now();
        for (int i = 1; i <= 3; i++) {
            history.begun("m" + i, "bob");
            history.confirmed("m" + i);
            history.received("bob", session, i, "m" + i);
        }
    }

    @Test
    void a_sound_history_is_sound() {
        history.begun("m4", "bob");

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
        history.begun("m4", "bob");
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
        history.begun(text, "bob");
        history.confirmed(text);
        return text;
    }
}
