package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.Scope;
import dev.waybill.server.WholeServer;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.network.transport.Arrival;
import dev.waybill.server.store.StoreFaults;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.store.Tx;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What a store in trouble and an envelope that cannot be decided about do to those that come with it.
@ParameterizedClass
@EnumSource(TestEngine.class)
final class IngressTest {
    private static final int ALL = 600;
    private static final Instant NOW = Instant.ofEpochSecond(1_775_822_400);
    private static final Scope IN = new Scope(null, new NetworkChannel("builders"));

    private final TestEngine engine;
    private final Envelopes envelopes = new Envelopes("", NOW.getEpochSecond());
    private final RecordingDecider decider = new RecordingDecider();
    private final CountDownLatch taken = new CountDownLatch(ALL);
    @TempDir private Path folder;
    private TestStore store;
    private Ingress ingress;

    IngressTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        ingress =
                new Ingress(
                        store.database(),
                        InstantSource.fixed(NOW),
                        Wire.of(TestNetworks.depth(3)),
                        decider);
    }

    @AfterEach
    void close() {
        ingress.close();
        store.close();
    }

    @Test
    void a_store_that_is_busy_for_a_moment_changes_no_order() throws InterruptedException {
        decider.busyOnce.addAll(Set.of("msg_100", "msg_300", "msg_599"));

        bring();

        assertThat(decider.decided).isEqualTo(ids(""));
        assertThat(decider.leftOut).hasValue(0);
    }

    @Test
    void what_cannot_be_decided_about_is_put_on_record_and_takes_nothing_with_it()
            throws InterruptedException {
        decider.poison.add("msg_7");

        bring();

        assertThat(decider.decided).isEqualTo(ids("msg_7"));
        assertThat(decider.leftOut).hasValue(1);
    }

    @Test
    void what_is_not_even_put_on_record_is_given_up() throws InterruptedException {
        decider.poison.add("msg_7");
        decider.unrecordable = true;
        RecordingAnswer answer = new RecordingAnswer();
        ingress.start();

        ingress.take(IN, arrival("msg_7", answer));

        assertThat(answer.words.poll(30, TimeUnit.SECONDS)).isEqualTo("given up");
    }

    @Test
    void what_comes_when_nobody_waits_for_room_any_more_is_given_back() {
        RecordingAnswer answer = new RecordingAnswer();
        Thread.currentThread().interrupt();

        ingress.take(IN, arrival("msg_1", answer));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer.words).containsExactly("given back");
    }

    @Test
    void who_closes_waits_for_what_is_being_decided_and_no_more_is_decided()
            throws InterruptedException {
        decider.pause = new CountDownLatch(1);
        offer();
        ingress.start();
        assertThat(decider.begun.await(30, TimeUnit.SECONDS)).isTrue();
        AtomicInteger decidedAtTheEnd = new AtomicInteger();
        AtomicLong takenAtTheEnd = new AtomicLong();
        Thread closing =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    ingress.close();
                                    decidedAtTheEnd.set(decider.decided.size());
                                    takenAtTheEnd.set(ALL - taken.getCount());
                                });

        WholeServer.await("it waits", () -> !closing.getState().equals(Thread.State.RUNNABLE));
        decider.pause.countDown();
        closing.join();
        store.database().write(_ -> true);

        assertThat(decider.decided).hasSize(decidedAtTheEnd.get()).hasSizeLessThan(ALL);
        assertThat(takenAtTheEnd).hasValue(decidedAtTheEnd.get());
    }

    /// All at once, and waits until the carrier has heard that all of them are safe.
    private void bring() throws InterruptedException {
        offer();
        ingress.start();
        assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void offer() {
        ids("").forEach(id -> ingress.take(IN, arrival(id, taken::countDown)));
    }

    private Arrival arrival(String id, Arrival.Answer answer) {
        return new Arrival("s", envelopes.say(id).toString().getBytes(UTF_8), answer);
    }

    private static List<String> ids(String without) {
        return IntStream.range(0, ALL)
                .mapToObj(number -> "msg_" + number)
                .filter(id -> !id.equals(without))
                .toList();
    }

    /// Notes what the carrier is told.
    private static final class RecordingAnswer implements Arrival.Answer {
        private final BlockingQueue<String> words = new LinkedBlockingQueue<>();

        @Override
        public void taken() {
            words.add("taken");
        }

        @Override
        public void givenBack() {
            words.add("given back");
        }

        @Override
        public void givenUp() {
            words.add("given up");
        }
    }

    /// Notes what was committed, in its order; some of it makes trouble.
    private static final class RecordingDecider implements Ingress.Decider {
        private final Set<String> busyOnce = ConcurrentHashMap.newKeySet();
        private final Set<String> poison = ConcurrentHashMap.newKeySet();
        private final List<String> decided = new CopyOnWriteArrayList<>();
        private final AtomicInteger leftOut = new AtomicInteger();
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile CountDownLatch pause = new CountDownLatch(0);
        private volatile boolean unrecordable;

        @Override
        public void decide(Tx tx, Heard heard, Instant now) {
            begun.countDown();
            uninterruptibly(pause);
            String id = ((Heard.Wellformed) heard).letter().envelope().id().value();
            if (busyOnce.remove(id)) {
                throw StoreFaults.busy();
            }
            if (poison.contains(id)) {
                throw new IllegalStateException("poison");
            }
            tx.afterCommit(() -> decided.add(id));
        }

        @Override
        public void leaveOut(Tx tx, Scope in, Decision.Trace trace) {
            if (unrecordable) {
                throw new IllegalStateException("unrecordable");
            }
            tx.afterCommit(leftOut::incrementAndGet);
        }

        private static void uninterruptibly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
