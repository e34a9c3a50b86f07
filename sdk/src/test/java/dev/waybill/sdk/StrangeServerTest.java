package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// Servers that do what the real one does rarely or never.
@Timeout(60)
class StrangeServerTest {
    private final FakeServer server = new FakeServer();
    private RelayAgent bob;

    @BeforeEach
    void connect() {
        bob = Relay.connectAgent(server.url(), "at_live_0", TestRelay.OPTIONS);
    }

    @AfterEach
    void close() {
        server.close();
        bob.close();
    }

    @Test
    void a_server_without_delivery_state_is_refused_at_the_start() throws Exception {
        Thread answering = answering(peer -> peer.accept(false));

        assertThatThrownBy(() -> bob.deliverTo((_, context) -> context.delivered()))
                .isInstanceOf(RelayCapabilityException.class)
                .hasMessageContaining("waybill:receipts-v1")
                .hasMessageContaining(server.url());
        answering.join();
    }

    @Test
    void a_handler_that_is_too_slow_stops_the_reading_of_the_socket() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicLong written = new AtomicLong();
        AtomicLong handed = new AtomicLong();
        int many = 200_000;
        String large = "x".repeat(2000);
        answering(
                peer -> {
                    peer.accept(true);
                    Thread.ofPlatform().daemon().start(() -> confirmAll(peer));
                    for (int seq = 1; seq <= many; seq++) {
                        peer.deliver(seq, large);
                        written.incrementAndGet();
                    }
                });
        DeliveryRunner runner =
                bob.deliverTo(
                        (_, context) -> {
                            goOn.await();
                            handed.incrementAndGet();
                            return context.accepted();
                        });

        Await.until("the server can write no more", () -> stands(written));
        assertThat(written.get()).isLessThan(20_000);
        assertThat(handed.get()).isZero();

        goOn.countDown();
        Await.until("it goes on", () -> handed.get() > 2000 || written.get() == many);
        runner.stop(Duration.ofMillis(1)); // its last receipts are confirmed behind all the rest
    }

    @Test
    void a_receipt_that_was_not_confirmed_is_sent_again_and_nothing_is_handed_over_twice()
            throws Exception {
        BlockingQueue<JsonNode> receipts = new LinkedBlockingQueue<>();
        List<String> handed = new ArrayList<>();
        Thread answering =
                answering(
                        first -> {
                            first.accept(true);
                            first.deliver(1, "one");
                            receipts.add(nextReceipt(first));
                            first.close();
                            FakeServer.Peer second = peer();
                            second.accept(true);
                            JsonNode again = nextReceipt(second);
                            receipts.add(again);
                            second.deliver(1, "one");
                            second.say(confirmed(again));
                            second.deliver(1, "one");
                            second.deliver(2, "two");
                            JsonNode next = nextReceipt(second);
                            receipts.add(next);
                            second.say(confirmed(next));
                        });

        bob.deliverTo(
                (message, context) -> {
                    handed.add(message.text());
                    return context.delivered();
                });
        answering.join();

        assertThat(receipts)
                .extracting(receipt -> receipt.path("delivery_id").asString())
                .containsExactly("del_1", "del_1", "del_2");
        assertThat(handed).containsExactly("one", "two");
    }

    @Test
    void a_send_that_was_under_way_is_sent_again_with_the_same_key() throws Exception {
        BlockingQueue<JsonNode> sends = new LinkedBlockingQueue<>();
        answering(
                first -> {
                    first.accept(true);
                    sends.add(first.next());
                    first.close();
                    FakeServer.Peer second = peer();
                    second.accept(true);
                    JsonNode again = second.next();
                    sends.add(again);
                    second.say(
                            """
                            {"v":1,"id":"%s","type":"reply","ok":true,"data":{"id":"77"}}"""
                                    .formatted(again.path("id").asString()));
                });

        SentMessage sent = bob.send("#general", "once");

        assertThat(sent.id().value()).isEqualTo(77);
        assertThat(sends).hasSize(2);
        assertThat(sends.take()).isEqualTo(sends.take());
    }

    @Test
    void a_server_that_falls_silent_is_left() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        answering(
                first -> {
                    first.accept(true);
                    peer().accept(true);
                    back.countDown();
                });

        bob.on("*", _ -> {});

        assertThat(back.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_call_that_is_never_answered_ends_in_time() throws Exception {
        bob.close();
        bob =
                Relay.connectAgent(
                        server.url(),
                        "at_live_0",
                        TestRelay.OPTIONS.withRequestTimeout(Duration.ofMillis(700)));
        answering(peer -> peer.accept(true));

        assertThatThrownBy(() -> bob.send("#general", "hello?"))
                .isInstanceOfSatisfying(
                        RelayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo("timeout");
                            assertThat(e.retryable()).isTrue();
                            assertThat(e).hasMessageContaining("message.send");
                        });
    }

    /// What a test's server does with the first that connects.
    private interface Behaviour {
        void with(FakeServer.Peer peer) throws IOException, InterruptedException;
    }

    private Thread answering(Behaviour behaviour) {
        return Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                behaviour.with(peer());
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
    }

    private FakeServer.Peer peer() throws InterruptedException {
        return server.peer();
    }

    private static void confirmAll(FakeServer.Peer peer) {
        try {
            while (true) {
                peer.say(confirmed(nextReceipt(peer)));
            }
        } catch (IOException _) {
            // The other side is gone.
        }
    }

    private static JsonNode nextReceipt(FakeServer.Peer peer) throws IOException {
        while (true) {
            JsonNode frame = peer.next();
            if (frame.path("type").asString().equals("delivery.receipt")) {
                return frame;
            }
        }
    }

    private static String confirmed(JsonNode receipt) {
        return "{\"v\":1,\"id\":\"%s\",\"type\":\"reply\",\"ok\":true,\"data\":{}}"
                .formatted(receipt.path("id").asString());
    }

    /// Whether nothing changes for a second.
    private static boolean stands(AtomicLong count) {
        long before = count.get();
        long until = System.nanoTime() + 1_000_000_000L;
        while (System.nanoTime() < until) {
            if (count.get() != before) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
        return before > 0;
    }
}
