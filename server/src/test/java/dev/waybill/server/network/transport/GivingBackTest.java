package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.access;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.patient;
import static dev.waybill.server.network.transport.NatsFixture.publish;
import static dev.waybill.server.network.transport.NatsFixture.started;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Eventually;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server does not take goes back to the stream: when, and in which order.
class GivingBackTest {
    private static final String HERE = PREFIX + ".builders.broadcast";
    private static final String THERE = PREFIX + ".builders.peer.790dd5";
    private static final List<String> WORDS = List.of("0", "1", "2", "3", "4", "5", "6", "7");

    @TempDir private Path folder;
    private NatsServer broker;

    @BeforeEach
    void start() {
        broker = NatsServer.start(folder, NatsFixture.jetstream(folder));
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void what_was_handed_over_can_be_taken_until_the_end_and_the_rest_goes_back_in_order()
            throws Exception {
        Full full = new Full(3);
        Ear ear = new Ear();
        try (Transport heir = patient(broker, "heir")) {
            try (Transport stopping = patient(broker, "stopping")) {
                stopping.subscribe(HERE, "database", full);
                publish(heir, HERE, WORDS);
                Arrival first = full.next();
                Arrival second = full.next();
                full.next();

                stopping.hush();
                heir.subscribe(HERE, "database", ear);
                heir.publish(List.of(parcel(HERE, "new")));
                assertThat(ear.next()).isEqualTo("new");
                second.answer().taken();
                first.answer().taken();
            }

            assertThat(ear.next(6)).containsExactly("2", "3", "4", "5", "6", "7");
        }
    }

    @Test
    void what_waits_for_who_hears_no_more_goes_to_another_at_once() throws Exception {
        Full full = new Full(0);
        Ear mark = new Ear();
        Ear ear = new Ear();
        try (Transport one = patient(broker, "one");
                Transport other = patient(broker, "other");
                Onlooker onlooker = new Onlooker(broker.url())) {
            Transport.Subscription leaving = one.subscribe(HERE, "database", full);
            one.subscribe(THERE, null, mark);
            publish(other, HERE, WORDS);
            Eventually.is(
                    "all were brought", () -> onlooker.untaken("TEST_NETWORK") == WORDS.size());
            other.publish(List.of(parcel(THERE, "behind all that was brought")));
            mark.next();

            other.subscribe(HERE, "database", ear);
            leaving.close();

            assertThat(ear.next(WORDS.size())).isEqualTo(WORDS);
        }
    }

    @Test
    void what_nothing_can_be_made_of_is_not_kept_in_mind() throws Exception {
        Full full = new Full(2);
        Ear ear = new Ear();
        try (Transport stopping = patient(broker, "receiver")) {
            stopping.subscribe(HERE, "database", full);
            publish(stopping, HERE, List.of("unreadable", "readable"));
            full.next().answer().givenUp();
            full.next();
        }
        try (Transport next = patient(broker, "receiver")) {
            next.subscribe(HERE, "database", ear);

            assertThat(ear.next()).isEqualTo("readable");
        }
    }

    @Test
    void who_stops_lets_the_broker_answer_first_and_asks_for_nothing_more() throws Exception {
        Reluctant session = new Reluctant();
        try (Transport transport =
                new NatsTransport(
                        NatsBroker.at(access(broker.url())),
                        _ -> session,
                        NatsFixture.MAX_PAYLOAD,
                        new Traffic(new SimpleMeterRegistry()),
                        InstantSource.system())) {
            transport.subscribe(HERE, null, new Ear());
            started(transport);
            assertThat(session.asked.await(30, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(session.steps).containsExactly("refused", "heard", "hushed", "given back");
    }

    /// A receiver that has room for so many, and waits with the next one for as long as it may.
    private static final class Full implements Transport.Receiver {
        private final AtomicInteger room;
        private final BlockingQueue<Arrival> kept = new LinkedBlockingQueue<>();

        Full(int room) {
            this.room = new AtomicInteger(room);
        }

        @Override
        public void receive(Arrival arrival) {
            if (room.getAndDecrement() > 0) {
                kept.add(arrival);
                return;
            }
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                arrival.answer().givenBack();
            }
        }

        Arrival next() throws InterruptedException {
            Arrival next = kept.poll(30, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        }
    }

    /// Refuses once, and takes its time when it is asked again.
    private static final class Reluctant implements NatsSession {
        private final List<String> steps = new CopyOnWriteArrayList<>();
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch hushed = new CountDownLatch(1);

        @Override
        public Map<Hearing, String> hear(Collection<Hearing> hearings) {
            if (steps.isEmpty()) {
                steps.add("refused");
                return hearings.stream().collect(Collectors.toMap(one -> one, _ -> "not yet"));
            }
            asked.countDown();
            awaitHush();
            steps.add("heard");
            return Map.of();
        }

        private void awaitHush() {
            try {
                assertThat(hushed.await(300, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void hush() {
            steps.add("hushed");
            hushed.countDown();
        }

        @Override
        public void giveBack() {
            steps.add("given back");
        }

        @Override
        public void forget(Hearing hearing) {
            steps.add("forgotten");
        }

        @Override
        public void publish(List<Parcel> parcels) {
            steps.add("published");
        }

        @Override
        public long room() {
            return NatsFixture.MAX_PAYLOAD;
        }
    }
}
