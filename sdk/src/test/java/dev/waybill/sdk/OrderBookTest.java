package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private final OrderBook book = new OrderBook();
    private final List<String> taken = new ArrayList<>();
    private final Consumer<Order> taker = this::take;

    @Test
    void a_call_that_comes_twice_is_given_out_once() {
        book.claim("a", taker);

        book.arrived(order("inv_1", "a"));
        book.arrived(order("inv_1", "a"));
        book.finished(new InvocationId("inv_1"));
        book.arrived(order("inv_1", "a"));

        assertThat(taken).containsExactly("inv_1");
    }

    @Test
    void a_call_that_was_left_undone_is_given_out_again() {
        book.claim("a", taker);

        book.arrived(order("inv_1", "a"));
        book.leftUndone(new InvocationId("inv_1"));
        book.arrived(order("inv_1", "a"));

        assertThat(taken).containsExactly("inv_1", "inv_1");
    }

    @Test
    void a_call_that_comes_before_its_handler_waits_for_it() {
        book.arrived(order("inv_1", "a"));
        book.arrived(order("inv_2", "b"));
        book.arrived(order("inv_1", "a"));

        book.claim("a", taker);

        assertThat(taken).containsExactly("inv_1");
    }

    @Test
    void of_those_that_nobody_handles_the_oldest_are_forgotten() {
        for (int i = 0; i < 300; i++) {
            book.arrived(order("inv_" + i, "a"));
        }

        book.claim("a", taker);

        assertThat(taken).hasSize(256).startsWith("inv_44").endsWith("inv_299");
    }

    @Test
    void after_the_end_nothing_is_given_out() {
        book.claim("a", taker);
        book.end();

        book.arrived(order("inv_1", "a"));

        assertThat(taken).isEmpty();
        assertThat(book.unclaim("a", taker)).isFalse();
    }

    @Test
    void the_last_to_claim_an_action_has_it() {
        List<String> others = new ArrayList<>();
        book.claim("a", taker);
        book.claim("a", order -> others.add(order.id().value()));

        book.arrived(order("inv_1", "a"));

        assertThat(taken).isEmpty();
        assertThat(others).containsExactly("inv_1");
        assertThat(book.unclaim("a", taker)).isFalse();
    }

    @Test
    void what_is_given_back_belongs_to_the_one_before() {
        Consumer<Order> other = _ -> {};
        book.claim("a", taker);

        book.giveBack("a", other, book.claim("a", other));
        book.arrived(order("inv_1", "a"));

        assertThat(taken).containsExactly("inv_1");
        assertThat(book.unclaim("a", taker)).isTrue();
    }

    @Test
    void what_nobody_had_belongs_to_nobody_when_it_is_given_back() {
        book.giveBack("a", taker, book.claim("a", taker));

        book.arrived(order("inv_1", "a"));

        assertThat(taken).isEmpty();
    }

    @Test
    void what_somebody_else_has_claimed_meanwhile_is_not_given_back() {
        Consumer<Order> failing = _ -> {};
        Consumer<Order> previous = book.claim("a", failing);
        book.claim("a", taker);

        book.giveBack("a", failing, previous);
        book.arrived(order("inv_1", "a"));

        assertThat(taken).containsExactly("inv_1");
    }

    private void take(Order order) {
        taken.add(order.id().value());
    }

    private static Order order(String id, String action) {
        return new Order(
                new InvocationId(id), action, Json.emptyObject(), null, Json.emptyObject());
    }
}
