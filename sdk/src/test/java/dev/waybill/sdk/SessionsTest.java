package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryReceipt;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.workspace.SessionEventType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What sessions and adapters may do, and what becomes of it at the server.
@Timeout(60)
class SessionsTest {
    @TempDir private Path folder;
    private TestRelay server;
    private RelayAgent alice;
    private RelayAgent bob;

    @BeforeEach
    void start() {
        server = TestRelay.start(folder);
        alice = server.relay().register("alice");
        bob = server.relay().register("bob");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_context_says_what_the_sender_said() throws Exception {
        BlockingQueue<MessageContext> contexts = new LinkedBlockingQueue<>();
        bob.deliverTo(
                (_, context) -> {
                    contexts.add(context);
                    return context.delivered();
                });

        alice.send(
                MessageDraft.to("@bob", "now")
                        .mode(DeliveryMode.IMMEDIATE)
                        .reason(DeliveryReason.NOTIFICATION)
                        .urgent()
                        .metadata(Map.of("ticket", 42))
                        .idempotencyKey("key-1"));

        MessageContext context = contexts.poll(20, TimeUnit.SECONDS);
        assertThat(context.mode()).isEqualTo(DeliveryMode.IMMEDIATE);
        assertThat(context.reason()).isEqualTo(DeliveryReason.NOTIFICATION);
        assertThat(context.priority()).isEqualTo(Priority.URGENT);
        assertThat(context.idempotencyKey()).isEqualTo("key-1");
        assertThat(context.metadata()).containsEntry("ticket", 42);
    }

    @Test
    void what_waits_for_an_idle_session_comes_when_the_session_says_it_is_idle() throws Exception {
        RecordingSession session = new RecordingSession(bob.identity());
        bob.deliverTo(session);
        session.tell(SessionEventType.STATUS_ACTIVE);
        alice.send(MessageDraft.to("@bob", "later").mode(DeliveryMode.ON_IDLE));
        alice.send("@bob", "now");

        assertThat(session.next()).isEqualTo("now");
        session.tell(SessionEventType.STATUS_IDLE);
        assertThat(session.next()).isEqualTo("later");
    }

    @Test
    void a_mode_that_the_session_does_not_know_never_reaches_it() {
        RecordingSession session =
                new RecordingSession(
                        bob.identity(), DeliveryCapabilities.of(DeliveryMode.IMMEDIATE));
        bob.deliverTo(session);

        MessageId sent =
                alice.send(MessageDraft.to("@bob", "hm").mode(DeliveryMode.NEXT_TOOL_CALL)).id();

        Await.until("it failed", () -> receipt(sent).status() == DeliveryStatus.FAILED);
        assertThat(receipt(sent).error()).contains("unsupported_mode").contains("next-tool-call");
        assertThat(session.handed).isEmpty();
    }

    @Test
    void a_sender_is_told_at_once_what_an_agent_has_said_it_does_not_know() {
        server.relay().register("shy", DeliveryCapabilities.of(DeliveryMode.ON_IDLE));

        assertThatThrownBy(
                        () -> alice.send(MessageDraft.to("@shy", "!").mode(DeliveryMode.IMMEDIATE)))
                .isInstanceOfSatisfying(
                        RelayException.class,
                        e -> assertThat(e.code()).isEqualTo("unsupported_delivery_mode"));
    }

    @Test
    void what_was_accepted_is_settled_later() throws Exception {
        BlockingQueue<MessageContext> contexts = new LinkedBlockingQueue<>();
        bob.deliverTo(
                (_, context) -> {
                    contexts.add(context);
                    return context.accepted();
                });
        MessageId sent = alice.send("@bob", "when you can").id();
        MessageContext context = contexts.poll(20, TimeUnit.SECONDS);
        Await.until("it is accepted", () -> receipt(sent).status() == DeliveryStatus.ACCEPTED);

        Delivery settled = bob.settle(context.delivered());

        assertThat(settled.status()).isEqualTo(DeliveryStatus.ACKED);
        assertThat(receipt(sent).status()).isEqualTo(DeliveryStatus.ACKED);
    }

    @Test
    void a_failure_is_told_to_whoever_listens() throws Exception {
        BlockingQueue<RelayEvent> failures = new LinkedBlockingQueue<>();
        server.relay().on("delivery.failed", failures::add);
        bob.deliverTo((_, context) -> context.failed("not for me"));

        MessageId sent = alice.send("@bob", "for you").id();

        RelayEvent event = failures.poll(20, TimeUnit.SECONDS);
        assertThat(event.text("message_id")).isEqualTo(sent.text());
        assertThat(event.data().path("retryable").asBoolean(true)).isFalse();
    }

    @Test
    void a_session_of_another_agent_is_refused() {
        assertThatThrownBy(() -> bob.deliverTo(new RecordingSession(alice.identity())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@alice")
                .hasMessageContaining("@bob");
    }

    @Test
    void a_session_is_let_go_with_a_reason() {
        RecordingSession session = new RecordingSession(bob.identity());

        bob.deliverTo(session).release("done for today");

        assertThat(session.released).isEqualTo("done for today");
    }

    @Test
    void an_adapter_connects_first_injects_and_disconnects_last() {
        List<String> calls = new CopyOnWriteArrayList<>();
        DeliveryRunner runner = bob.deliverTo(new Terminal(calls));
        MessageId sent = alice.send("@bob", "hi").id();
        Await.until("it is settled", () -> receipt(sent).status() == DeliveryStatus.ACKED);

        runner.stop();

        assertThat(calls).containsExactly("connect", "inject hi", "disconnect");
    }

    @Test
    void an_adapter_that_takes_messages_no_way_asks_for_another_attempt_and_says_why() {
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        DeliveryRunner runner =
                DeliveryRunner.builder(bob)
                        .deliverTo(named("deaf"))
                        .onError((_, error) -> errors.add(error))
                        .build();
        runner.start();
        MessageId sent = alice.send("@bob", "hello?").id();

        Await.until("it failed", () -> receipt(sent).status() == DeliveryStatus.FAILED);
        assertThat(errors.peek())
                .isInstanceOf(RelayCapabilityException.class)
                .hasMessageContaining("deaf");
        assertThatThrownBy(named("deaf")::interrupt).isInstanceOf(RelayCapabilityException.class);
    }

    @Test
    void two_runners_do_not_share_an_agent() {
        bob.deliverTo((_, context) -> context.delivered());

        assertThatThrownBy(() -> bob.deliverTo((_, context) -> context.delivered()))
                .isInstanceOf(IllegalStateException.class);
    }

    private DeliveryReceipt receipt(MessageId message) {
        return Objects.requireNonNull(server.relay().message(message).deliveries()).getFirst();
    }

    private static AgentDeliveryAdapter named(String id) {
        return () -> id;
    }

    /// An adapter with the parts that most have.
    private record Terminal(List<String> calls) implements AgentDeliveryAdapter {
        @Override
        public String id() {
            return "terminal";
        }

        @Override
        public void connect() {
            calls.add("connect");
        }

        @Override
        public void disconnect() {
            calls.add("disconnect");
        }

        @Override
        public MessageReceipt inject(RelayMessage message, MessageContext context) {
            calls.add("inject " + message.text());
            return context.delivered();
        }
    }

    /// A session that keeps what it is given.
    private static final class RecordingSession implements AgentSession {
        private final AgentIdentity identity;
        private final DeliveryCapabilities capabilities;
        private final BlockingQueue<String> handed = new LinkedBlockingQueue<>();
        private final List<Consumer<AgentSessionEvent>> listeners = new CopyOnWriteArrayList<>();
        private @Nullable String released;

        RecordingSession(AgentIdentity identity) {
            this(identity, DeliveryCapabilities.ALL);
        }

        RecordingSession(AgentIdentity identity, DeliveryCapabilities capabilities) {
            this.identity = identity;
            this.capabilities = capabilities;
        }

        void tell(SessionEventType type) {
            listeners.forEach(listener -> listener.accept(AgentSessionEvent.of(type)));
        }

        String next() throws InterruptedException {
            return Objects.requireNonNull(handed.poll(20, TimeUnit.SECONDS));
        }

        @Override
        public AgentIdentity identity() {
            return identity;
        }

        @Override
        public DeliveryCapabilities capabilities() {
            return capabilities;
        }

        @Override
        public MessageReceipt receiveMessage(RelayMessage message, MessageContext context) {
            handed.add(message.text());
            return context.delivered();
        }

        @Override
        public Subscription onEvent(Consumer<AgentSessionEvent> listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }

        @Override
        public void release(@Nullable String reason) {
            released = reason;
        }
    }
}
