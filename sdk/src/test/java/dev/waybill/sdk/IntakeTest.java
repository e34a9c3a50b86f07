package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.json.Json;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class IntakeTest {
    private final Intake intake = new Intake();

    @BeforeEach
    void claim() {
        intake.claim("runner");
    }

    @Test
    void a_delivery_that_comes_again_is_given_out_once() throws InterruptedException {
        arrive("a", 1);
        arrive("a", 1);
        arrive("b", 2);

        assertThat(take()).isEqualTo("a");
        assertThat(take()).isEqualTo("b");
        assertThat(intake.full()).isFalse();
    }

    @Test
    void what_is_being_handled_is_not_given_out_again_by_another_connection()
            throws InterruptedException {
        arrive("a", 1);
        arrive("b", 2);
        assertThat(take()).isEqualTo("a");

        intake.renew(null);
        arrive("a", 1);
        arrive("b", 2);

        assertThat(take()).isEqualTo("b");
    }

    @Test
    void what_is_settled_but_not_confirmed_may_be_acknowledged_when_it_comes_again()
            throws InterruptedException {
        arrive("a", 1);
        take();
        finish("a");

        intake.renew(null);

        assertThat(intake.arrived(arrival("a", 1), null)).isTrue();
        assertThat(intake.ackDue()).isEqualTo(new Intake.Ack(1, null));
    }

    @Test
    void what_was_confirmed_is_remembered_for_a_while() throws InterruptedException {
        arrive("a", 1);
        take();
        finish("a");
        intake.confirmed(new DeliveryId("a"));

        assertThat(intake.arrived(arrival("a", 1), null)).isTrue();
    }

    @Test
    void only_the_latest_of_them_are_remembered() throws InterruptedException {
        for (int i = 1; i <= 300; i++) {
            arrive("d" + i, i);
            take();
            finish("d" + i);
            intake.confirmed(new DeliveryId("d" + i));
        }

        assertThat(intake.arrived(arrival("d300", 300), null)).isTrue();
        assertThat(intake.arrived(arrival("d1", 1), null)).isFalse();
    }

    @Test
    void nothing_is_acknowledged_before_it_was_dealt_with() throws InterruptedException {
        arrive("a", 1);
        arrive("b", 2);
        assertThat(intake.ackDue()).isNull();

        take();
        assertThat(intake.ackDue()).isNull();

        finish("a");
        take();
        finish("b");
        assertThat(intake.ackDue()).isEqualTo(new Intake.Ack(2, null));
        assertThat(intake.ackDue()).isNull();
    }

    @Test
    void many_share_an_ack() throws InterruptedException {
        int acks = 0;
        for (int i = 1; i <= 64; i++) {
            arrive("d" + i, i);
        }
        for (int i = 1; i <= 64; i++) {
            take();
            finish("d" + i);
            acks += intake.ackDue() == null ? 0 : 1;
        }

        assertThat(acks).isEqualTo(8);
    }

    @Test
    void a_number_that_only_fills_a_hole_is_acknowledged_and_not_given_out() {
        ObjectNode frame = frame("evt_settled_1", 1);
        frame.putObject("payload").put("type", "delivery.settled");

        assertThat(intake.arrived(Arrival.of(frame), null)).isTrue();
        assertThat(intake.ackDue()).isEqualTo(new Intake.Ack(1, null));
    }

    @Test
    void the_other_side_never_hears_a_smaller_number() throws InterruptedException {
        arrive("urgent", 10);
        take();
        finish("urgent");
        assertThat(intake.ackDue()).isEqualTo(new Intake.Ack(10, null));

        arrive("usual", 5);
        take();
        finish("usual");
        assertThat(intake.ackDue()).isNull();
    }

    @Test
    void it_is_full_long_before_it_is_large() {
        for (int i = 1; i <= 256; i++) {
            assertThat(intake.full()).isFalse();
            arrive("d" + i, i);
        }

        assertThat(intake.full()).isTrue();
    }

    @Test
    void two_do_not_take_from_it() {
        intake.stop("another");
        assertThatThrownBy(() -> intake.claim("another")).isInstanceOf(IllegalStateException.class);

        intake.stop("runner");
        assertThatThrownBy(() -> intake.claim("another")).isInstanceOf(IllegalStateException.class);

        intake.unclaim("runner");
        intake.claim("another");
    }

    private void arrive(String id, long seq) {
        intake.arrived(arrival(id, seq), null);
    }

    private void finish(String id) {
        intake.finished(new DeliveryId(id));
    }

    private String take() throws InterruptedException {
        return Objects.requireNonNull(intake.take()).id().value();
    }

    private static Arrival arrival(String id, long seq) {
        return Arrival.of(frame(id, seq));
    }

    private static ObjectNode frame(String id, long seq) {
        return Json.emptyObject().put("delivery_id", id).put("seq", seq);
    }
}
