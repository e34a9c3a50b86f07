package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What is published within the process is confirmed by those who take it.
class LocalTransportTest {
    private static final String SUBJECT = PREFIX + ".builders.broadcast";

    private final LocalTransport transport =
            new LocalTransport(
                    NatsFixture.MAX_PAYLOAD, new SimpleMeterRegistry(), InstantSource.system());
    private final BlockingQueue<Arrival> first = new LinkedBlockingQueue<>();
    private final BlockingQueue<Arrival> second = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void it_is_published_when_all_receivers_have_taken_all_of_it() throws Exception {
        NatsFixture.started(transport);
        transport.subscribe(SUBJECT, null, first::add);
        transport.subscribe(SUBJECT, "database", second::add);
        FutureTask<Boolean> publishing = publish("1", "2");

        taken(first);
        taken(first);
        taken(second);
        Arrival last = next(second);
        assertThat(publishing.isDone()).isFalse();
        last.answer().taken();

        assertThat(publishing.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void what_nobody_takes_is_not_published() {
        NatsFixture.started(transport);
        transport.subscribe(SUBJECT, null, first::add);

        assertThatExceptionOfType(CarrierException.class)
                .isThrownBy(() -> transport.publish(List.of(parcel(SUBJECT, "lost"))))
                .matches(e -> !e.lasting())
                .withMessageContaining("has not taken it");
    }

    @Test
    void what_a_receiver_fails_at_counts_as_taken() throws Exception {
        NatsFixture.started(transport);
        transport.subscribe(
                SUBJECT,
                null,
                _ -> {
                    throw new IllegalStateException("of the receiver");
                });

        assertThat(publish("poison").get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void who_leaves_is_not_waited_for() throws Exception {
        NatsFixture.started(transport);
        Transport.Subscription leaving = transport.subscribe(SUBJECT, null, first::add);
        FutureTask<Boolean> publishing = publish("1", "2");
        next(first);

        leaving.close();

        assertThat(publishing.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void what_was_not_taken_before_the_end_is_not_published() throws Exception {
        NatsFixture.started(transport);
        transport.subscribe(SUBJECT, null, first::add);
        FutureTask<Boolean> publishing = publish("1");
        next(first);

        transport.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> publishing.get(30, TimeUnit.SECONDS))
                .withCauseInstanceOf(CarrierException.class);
    }

    @Test
    void nothing_is_published_before_the_start() {
        transport.subscribe(SUBJECT, null, new Ear());

        assertThatExceptionOfType(CarrierException.class)
                .isThrownBy(() -> transport.publish(List.of(parcel(SUBJECT, "early"))));
    }

    private FutureTask<Boolean> publish(String... words) {
        List<Parcel> parcels = List.of(words).stream().map(word -> parcel(SUBJECT, word)).toList();
        FutureTask<Boolean> publishing =
                new FutureTask<>(
                        () -> {
                            transport.publish(parcels);
                            return true;
                        });
        Thread.ofVirtual().start(publishing);
        return publishing;
    }

    private static void taken(BlockingQueue<Arrival> heard) throws InterruptedException {
        next(heard).answer().taken();
    }

    private static Arrival next(BlockingQueue<Arrival> heard) throws InterruptedException {
        Arrival next = heard.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }
}
