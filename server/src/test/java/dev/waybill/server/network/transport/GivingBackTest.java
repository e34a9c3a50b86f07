package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.patient;
import static dev.waybill.server.network.transport.NatsFixture.publish;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
}
