package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.server.Eventually;
import dev.waybill.server.network.transport.Link.State;
import dev.waybill.server.network.transport.Transport.Subscription;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What every transport does, whatever carries its payloads.
@ParameterizedClass
@EnumSource(Carrier.class)
class TransportConformanceTest {
    private static final String HERE = PREFIX + ".builders.broadcast";
    private static final String THERE = PREFIX + ".builders.peer.790dd5";

    @TempDir private Path folder;

    private final Carrier carrier;
    private Carrier.World world;
    private Transport one;
    private Transport other;

    TransportConformanceTest(Carrier carrier) {
        this.carrier = carrier;
    }

    @BeforeEach
    void join() {
        world = carrier.open(folder);
        one = world.server("one");
        other = world.server("other");
    }

    @AfterEach
    void leave() {
        if (world != null) {
            world.close();
        }
    }

    @Test
    void what_is_published_arrives_as_it_was() throws Exception {
        BlockingQueue<Arrival> heard = new LinkedBlockingQueue<>();
        other.subscribe(
                HERE,
                null,
                arrival -> {
                    heard.add(arrival);
                    arrival.answer().taken();
                });
        byte[] payload = new byte[1000];
        new Random(1).nextBytes(payload);

        one.publish(List.of(new Parcel(HERE, payload, "key")));

        Arrival arrival = heard.poll(30, TimeUnit.SECONDS);
        assertThat(arrival).isNotNull();
        assertThat(arrival.subject()).isEqualTo(HERE);
        assertThat(arrival.payload()).isEqualTo(payload);
        arrival.answer().taken();
    }

    @Test
    void a_server_hears_itself() throws Exception {
        Ear ear = new Ear();
        one.subscribe(HERE, null, ear);

        one.publish(List.of(parcel(HERE, "echo")));

        assertThat(ear.next()).isEqualTo("echo");
    }

    @Test
    void a_subject_is_heard_literally() throws Exception {
        Ear ear = new Ear();
        other.subscribe(HERE, null, ear);

        one.publish(List.of(parcel(THERE, "not for here"), parcel(HERE, "for here")));

        assertThat(ear.next()).isEqualTo("for here");
        assertThat(ear.rest()).isEmpty();
    }

    @Test
    void a_subscription_hears_in_order() throws Exception {
        Ear ear = new Ear();
        other.subscribe(HERE, null, ear);
        List<String> words = IntStream.range(0, 1000).mapToObj(Integer::toString).toList();

        for (int from = 0; from < words.size(); from += 100) {
            one.publish(
                    words.subList(from, from + 100).stream()
                            .map(word -> parcel(HERE, word))
                            .toList());
        }

        assertThat(ear.next(words.size())).isEqualTo(words);
    }

    @Test
    void without_a_group_everybody_hears() throws Exception {
        Ear first = new Ear();
        Ear second = new Ear();
        one.subscribe(HERE, null, first);
        other.subscribe(HERE, null, second);

        one.publish(List.of(parcel(HERE, "all")));

        assertThat(first.next()).isEqualTo("all");
        assertThat(second.next()).isEqualTo("all");
    }

    @Test
    void of_a_group_one_hears_each() throws Exception {
        Ear first = new Ear();
        Ear second = new Ear();
        Ear alone = new Ear();
        one.subscribe(HERE, "database 1", first);
        other.subscribe(HERE, "database 1", second);
        other.subscribe(HERE, "database 2", alone);
        List<String> words = IntStream.range(0, 200).mapToObj(Integer::toString).toList();

        one.publish(words.stream().map(word -> parcel(HERE, word)).toList());

        assertThat(alone.next(words.size())).isEqualTo(words);
        List<String> together = new ArrayList<>();
        Eventually.is(
                "all were heard",
                () -> {
                    together.addAll(first.rest());
                    together.addAll(second.rest());
                    return together.size() >= words.size();
                });
        assertThat(together).containsExactlyInAnyOrderElementsOf(words);
    }

    @Test
    void a_receiver_runs_on_a_thread_of_its_own() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        one.subscribe(
                HERE,
                null,
                arrival -> {
                    threads.add(Thread.currentThread());
                    arrival.answer().taken();
                });

        one.publish(List.of(parcel(HERE, "1"), parcel(HERE, "2")));

        assertThat(threads.poll(30, TimeUnit.SECONDS))
                .isNotNull()
                .isNotSameAs(Thread.currentThread());
    }

    @Test
    void a_receiver_that_throws_hears_the_next() throws Exception {
        Ear ear = new Ear();
        other.subscribe(
                HERE,
                null,
                arrival -> {
                    ear.receive(arrival);
                    throw new IllegalStateException("of the receiver");
                });

        one.publish(List.of(parcel(HERE, "1"), parcel(HERE, "2")));

        assertThat(ear.next(2)).containsExactly("1", "2");
    }

    @Test
    void a_slow_receiver_holds_up_only_itself() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Ear slow = new Ear();
        Ear quick = new Ear();
        other.subscribe(
                HERE,
                null,
                arrival -> {
                    begun.countDown();
                    uninterruptibly(busy);
                    slow.receive(arrival);
                });
        other.subscribe(THERE, null, quick);

        FutureTask<Boolean> publishing =
                new FutureTask<>(
                        () -> {
                            one.publish(
                                    IntStream.range(0, 50)
                                            .mapToObj(i -> parcel(HERE, "slow " + i))
                                            .toList());
                            return true;
                        });
        Thread.ofVirtual().start(publishing);
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        one.publish(List.of(parcel(THERE, "quick")));

        assertThat(quick.next()).isEqualTo("quick");
        assertThat(slow.rest()).isEmpty();
        busy.countDown();
        assertThat(slow.next(50)).startsWith("slow 0").contains("slow 49");
        assertThat(publishing.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_closed_subscription_hears_nothing_more() throws Exception {
        Ear closed = new Ear();
        Ear open = new Ear();
        Subscription subscription = other.subscribe(HERE, null, closed);
        other.subscribe(HERE, null, open);
        one.publish(List.of(parcel(HERE, "before")));
        assertThat(closed.next()).isEqualTo("before");

        subscription.close();
        subscription.close();
        one.publish(List.of(parcel(HERE, "after")));

        assertThat(open.next(2)).containsExactly("before", "after");
        assertThat(closed.rest()).isEmpty();
    }

    @Test
    void payloads_of_every_size_up_to_the_limit_arrive() throws Exception {
        BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
        other.subscribe(
                HERE,
                null,
                arrival -> {
                    sizes.add(arrival.payload().length);
                    arrival.answer().taken();
                });

        one.publish(
                List.of(
                        new Parcel(HERE, new byte[0], "empty"),
                        new Parcel(HERE, new byte[one.maxPayload()], "largest")));

        assertThat(sizes.poll(30, TimeUnit.SECONDS)).isZero();
        assertThat(sizes.poll(30, TimeUnit.SECONDS)).isEqualTo(one.maxPayload());
    }

    @Test
    void a_payload_over_the_limit_is_refused_and_nothing_of_its_batch_is_published()
            throws Exception {
        Ear ear = new Ear();
        other.subscribe(HERE, null, ear);
        Parcel large = new Parcel(HERE, new byte[one.maxPayload() + 1], "large");

        assertThatExceptionOfType(CarrierException.class)
                .isThrownBy(() -> one.publish(List.of(parcel(HERE, "beside it"), large)))
                .matches(CarrierException::lasting);

        one.publish(List.of(parcel(HERE, "later")));
        assertThat(ear.next()).isEqualTo("later");
        assertThat(one.link().state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void nothing_may_be_published() throws Exception {
        one.publish(List.of());

        assertThat(one.link().state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void a_subject_stands_for_itself_alone() {
        for (String subject :
                List.of("", ".", "a.", ".a", "a..b", "a.*", "a.>", "a b", "a\r\nPUB b", "ä")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> one.subscribe(subject, null, new Ear()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Parcel(subject, new byte[0], "key"));
        }
    }

    @Test
    void a_closed_transport_carries_nothing() {
        one.close();
        one.close();

        assertThatExceptionOfType(CarrierException.class)
                .isThrownBy(() -> one.publish(List.of(parcel(HERE, "late"))));
        assertThatIllegalStateException().isThrownBy(() -> one.subscribe(HERE, null, new Ear()));
        assertThat(one.link().state()).isEqualTo(State.DISCONNECTED);
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
