package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.MessageId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DeliveryRunnerTest {
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
    void messages_are_handed_over_in_order_with_who_said_them_and_where() throws Exception {
        BlockingQueue<RelayMessage> handed = new LinkedBlockingQueue<>();
        bob.deliverTo(
                (message, context) -> {
                    handed.add(message);
                    return context.delivered();
                });

        alice.send("#general", "to all");
        SentMessage direct = alice.send("@bob", "to you");

        RelayMessage first = handed.poll(20, TimeUnit.SECONDS);
        assertThat(first.text()).isEqualTo("to all");
        assertThat(first.from()).isEqualTo("alice");
        assertThat(first.channel()).isEqualTo("general");
        assertThat(first.kind()).isEqualTo(RelayMessage.Kind.CHANNEL);
        RelayMessage second = handed.poll(20, TimeUnit.SECONDS);
        assertThat(second.kind()).isEqualTo(RelayMessage.Kind.DIRECT);
        assertThat(second.conversation()).isEqualTo(direct.conversation());
        assertThat(second.id()).isEqualTo(direct.id());
        assertThat(second.fromId()).isEqualTo(alice.identity().id());
    }

    @Test
    void what_came_before_the_runner_waits_for_it() throws Exception {
        IntStream.range(0, 200).forEach(i -> alice.send("@bob", "m" + i));
        bob.on("*", _ -> {});
        BlockingQueue<String> handed = new LinkedBlockingQueue<>();

        bob.deliverTo(
                (message, context) -> {
                    handed.add(message.text());
                    return context.delivered();
                });

        for (int i = 0; i < 200; i++) {
            assertThat(handed.poll(20, TimeUnit.SECONDS)).isEqualTo("m" + i);
        }
    }

    @Test
    void a_handler_may_send_while_it_handles() throws Exception {
        bob.deliverTo(
                (message, context) -> {
                    bob.reply(message, "re: " + message.text());
                    return context.delivered();
                });
        BlockingQueue<String> handed = new LinkedBlockingQueue<>();
        alice.deliverTo(
                (message, context) -> {
                    handed.add(message.text());
                    return context.delivered();
                });

        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            alice.send("@bob", "m" + i);
            expected.add("re: m" + i);
        }

        List<String> got = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            got.add(handed.poll(20, TimeUnit.SECONDS));
        }
        assertThat(got).isEqualTo(expected);
    }

    @Test
    void results_and_errors_are_told() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        DeliveryRunner runner =
                DeliveryRunner.builder(bob)
                        .deliverTo(
                                (message, context) -> {
                                    if (message.text().equals("bad")) {
                                        throw new IllegalStateException("cannot");
                                    }
                                    return context.delivered();
                                })
                        .onResult(
                                (item, receipt) ->
                                        told.add(
                                                item.message().text()
                                                        + receipt.getClass().getSimpleName()))
                        .onError(
                                (item, error) ->
                                        told.add(item.message().text() + error.getMessage()))
                        .build();
        runner.start();

        alice.send("@bob", "good");
        alice.send("@bob", "bad");

        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("goodDelivered");
        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("badcannot");
    }

    @Test
    void stopping_waits_for_the_message_in_hand_and_takes_no_other() throws Exception {
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> handed = new ArrayList<>();
        DeliveryRunner runner =
                bob.deliverTo(
                        (message, context) -> {
                            inHand.countDown();
                            goOn.await();
                            handed.add(message.text());
                            return context.delivered();
                        });
        alice.send("@bob", "one");
        alice.send("@bob", "two");
        inHand.await();

        Thread stopping = Thread.ofVirtual().start(runner::stop);
        Await.until("stop waits", () -> stopping.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        stopping.join();
        assertThat(handed).containsExactly("one");

        BlockingQueue<String> later = new LinkedBlockingQueue<>();
        bob.deliverTo(
                (message, context) -> {
                    later.add(message.text());
                    return context.delivered();
                });
        assertThat(later.poll(20, TimeUnit.SECONDS)).isEqualTo("two");
    }

    @Test
    void a_handler_may_stop_its_own_runner() {
        List<DeliveryRunner> own = new CopyOnWriteArrayList<>();
        DeliveryRunner runner =
                DeliveryRunner.builder(bob)
                        .deliverTo(
                                (_, context) -> {
                                    own.getFirst().stop();
                                    return context.delivered();
                                })
                        .build();
        own.add(runner);
        runner.start();

        MessageId sent = alice.send("@bob", "the last one").id();

        Await.until("it is settled", () -> status(sent) == DeliveryStatus.ACKED);
    }

    @Test
    void a_handler_that_never_ends_is_interrupted_and_its_message_comes_again() throws Exception {
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        DeliveryRunner runner =
                bob.deliverTo(
                        (_, context) -> {
                            inHand.countDown();
                            never.await();
                            return context.delivered();
                        });
        MessageId sent = alice.send("@bob", "think hard").id();
        inHand.await();

        runner.stop(Duration.ofMillis(100));

        Await.until("it is to come again", () -> status(sent) == DeliveryStatus.FAILED);
    }

    private DeliveryStatus status(MessageId message) {
        return Objects.requireNonNull(server.relay().message(message).deliveries())
                .getFirst()
                .status();
    }
}
