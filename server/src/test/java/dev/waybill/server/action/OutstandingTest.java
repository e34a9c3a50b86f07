package dev.waybill.server.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What becomes of invocations while time passes and connections come and go.
@ParameterizedClass
@EnumSource(TestEngine.class)
class OutstandingTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Outstanding outstanding;
    private Caller.Agent alice;
    private NodeId box;

    OutstandingTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
        outstanding = fixture.set.outstanding();
        alice = fixture.agent("alice");
        box = fixture.broker("box", 0, 0);
        fixture.advertise(box, "default", Capability.named("echo"));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void a_slow_handler_on_a_living_connection_is_left_alone() {
        fixture.invoke(alice, "echo");

        fixture.pass(Duration.ofHours(5));
        outstanding.sweep();
        outstanding.arrived(box, "default");

        assertThat(fixture.handlers.sent).hasSize(1);
    }

    @Test
    void what_a_handler_does_not_take_now_stays_in_the_store_until_it_does() {
        fixture.handlers.full(true);
        InvokeAck ack = fixture.invoke(alice, "echo");
        fixture.pass(Duration.ofMinutes(5));
        outstanding.sweep();
        assertThat(fixture.handlers.sent).isEmpty();
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.PENDING);

        fixture.handlers.full(false);
        outstanding.arrived(box, "default");

        assertThat(fixture.handlers.sent).hasSize(1);
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.DISPATCHED);
    }

    @Test
    void what_went_down_with_a_connection_is_sent_again_after_half_a_minute() {
        InvokeAck ack = fixture.invoke(alice, "echo");
        fixture.pass(Duration.ofSeconds(10));
        fixture.handlers.connect(box, "default", fixture.now());

        outstanding.arrived(box, "default");
        outstanding.sweep();
        assertThat(fixture.handlers.sent).as("its result may still come").hasSize(1);
        fixture.pass(Duration.ofSeconds(20));
        outstanding.sweep();
        outstanding.sweep();

        assertThat(fixture.handlers.sent).hasSize(2);
        assertThat(fixture.seen(ack).dispatchedAt()).isEqualTo(fixture.now());
    }

    @Test
    void an_agent_that_stays_away_fails_what_it_was_to_do() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");
        fixture.handlers.disconnect(bob.agent());

        fixture.pass(Duration.ofSeconds(30));
        outstanding.sweep();
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.PENDING);
        fixture.pass(Duration.ofSeconds(119));
        outstanding.sweep();
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.PENDING);
        fixture.pass(Duration.ofSeconds(1));
        outstanding.sweep();

        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.FAILED);
        assertThat(fixture.seen(ack).error()).isEqualTo("handler_unavailable");
        assertThat(fixture.ledger()).endsWith("action.invoked", "action.failed");
    }

    @Test
    void an_agent_that_comes_back_in_time_gets_it_again_and_its_patience_starts_anew() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");
        fixture.handlers.disconnect(bob.agent());
        fixture.pass(Duration.ofSeconds(30));
        outstanding.sweep();

        fixture.pass(Duration.ofSeconds(100));
        fixture.handlers.connect(bob.agent(), new Reach.Direct(fixture.now()));
        outstanding.arrived(bob.agent(), false);
        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.DISPATCHED);
        fixture.handlers.disconnect(bob.agent());
        fixture.pass(Duration.ofMinutes(1));
        outstanding.sweep();

        assertThat(fixture.seen(ack).status()).isEqualTo(InvocationStatus.PENDING);
    }

    @Test
    void an_agent_that_does_nothing_twice_gets_it_again_at_once() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");
        fixture.pass(Duration.ofSeconds(1));
        fixture.handlers.connect(bob.agent(), new Reach.Direct(fixture.now()));

        outstanding.arrived(bob.agent(), false);
        assertThat(fixture.seen(ack).dispatchedAt()).isBefore(fixture.now());
        outstanding.arrived(bob.agent(), true);

        assertThat(fixture.seen(ack).dispatchedAt()).isEqualTo(fixture.now());
    }

    @Test
    void what_waits_for_a_node_goes_out_when_it_connects_and_not_after_three_days() {
        fixture.advertise(box, "default", new Capability("echo", null, null, true, null));
        fixture.handlers.disconnect(box, "default");
        InvokeAck early = fixture.invoke(alice, "echo");
        fixture.pass(Duration.ofHours(71));
        outstanding.sweep();
        InvokeAck late = fixture.invoke(alice, "echo");
        assertThat(fixture.seen(early).status()).isEqualTo(InvocationStatus.PENDING);

        fixture.pass(Duration.ofHours(1));
        outstanding.sweep();
        fixture.handlers.connect(box, "default", fixture.now());
        outstanding.arrived(box, "default");

        assertThat(fixture.seen(early).error()).isEqualTo("never_dispatched_expired");
        assertThat(fixture.seen(late).status()).isEqualTo(InvocationStatus.DISPATCHED);
        assertThat(fixture.handlers.sent).hasSize(1);
    }

    @Test
    void an_agent_that_moved_gets_it_at_its_new_place() {
        Caller.Agent bob = fixture.connected("bob");
        fixture.register(bob, "vote", null);
        InvokeAck ack = fixture.invoke(alice, "vote");

        fixture.handlers.connect(
                bob.agent(), new Reach.Hosted(box, "default", fixture.now().minusSeconds(60)));
        fixture.pass(Duration.ofSeconds(30));
        outstanding.sweep();

        assertThat(fixture.handlers.sent).hasSize(1);
        assertThat(fixture.seen(ack).dispatchedNodeId()).isEqualTo(box);
    }

    @Test
    void a_settled_invocation_is_never_touched_again() {
        InvokeAck ack = fixture.invoke(alice, "echo");
        fixture.set
                .invocations()
                .result(box, "default", ack.invocationId(), new Outcome.Failure("broken"));
        fixture.handlers.disconnect(box, "default");

        fixture.pass(Duration.ofDays(30));
        outstanding.sweep();

        assertThat(fixture.seen(ack).error()).isEqualTo("broken");
        assertThat(fixture.rows("select count(*) from ledger where type = 'action.failed'"))
                .containsExactly("1");
    }
}
