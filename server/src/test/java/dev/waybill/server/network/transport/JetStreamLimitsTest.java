package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.access;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.started;
import static dev.waybill.server.network.transport.NatsFixture.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Eventually;
import dev.waybill.server.network.transport.Link.State;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stream on a broker that has less of something than it is asked for.
class JetStreamLimitsTest {
    private static final String HERE = PREFIX + ".builders.broadcast";
    private static final String THERE = PREFIX + ".builders.peer.790dd5";
    private static final int MIB = 1024 * 1024;

    @TempDir private Path folder;

    @Test
    void a_consumer_that_cannot_be_made_is_trouble_for_itself_alone() throws Exception {
        try (NatsServer broker = NatsServer.start(folder, NatsFixture.jetstream(folder))) {
            permitConsumers(broker, 1);
            Ear here = new Ear();
            Ear there = new Ear();
            try (Transport transport = stream(access(broker.url()), "one")) {
                Transport.Subscription first = transport.subscribe(HERE, "database", here);
                transport.subscribe(THERE, "database", there);
                started(transport);

                assertThat(transport.link().state()).isEqualTo(State.CONNECTED);
                assertThat(transport.link().trouble())
                        .isEqualTo(
                                "subjects that are not heard: 1 (there are as many consumers as the broker permits)");
                transport.publish(List.of(parcel(HERE, "heard")));
                assertThat(here.next()).isEqualTo("heard");

                first.close();
                Eventually.is("it is heard later", () -> transport.link().trouble() == null);
                transport.publish(List.of(parcel(THERE, "heard too")));
                assertThat(there.next()).isEqualTo("heard too");
            }
        }
    }

    @Test
    void a_broker_with_little_storage_gets_a_stream_without_a_limit() throws Exception {
        String small =
                "jetstream { store_dir: \"%s\", max_file_store: 16MB }"
                        .formatted(folder.resolve("store"));
        try (NatsServer broker = NatsServer.start(folder, small);
                Transport transport = started(stream(access(broker.url()), "one"))) {
            Ear ear = new Ear();
            transport.subscribe(HERE, null, ear);
            transport.publish(List.of(parcel(HERE, "fits")));

            assertThat(ear.next()).isEqualTo("fits");
        }
    }

    @Test
    void a_broker_without_jetstream_is_named_as_the_trouble() {
        try (NatsServer broker = NatsServer.start(folder, "");
                Transport transport = stream(access(broker.url()), "one")) {
            transport.start(new Steps());

            Eventually.is("the trouble is known", () -> transport.link().trouble() != null);
            assertThat(transport.link().trouble()).doesNotContain("JetStream error");
        }
    }

    @Test
    void a_lane_has_room_for_all_that_is_brought_at_once() {
        assertThat(Lane.holds(100)).isEqualTo(Lane.MAX_PAYLOADS / 2);
        assertThat(Lane.holds(MIB)).isEqualTo(31);
        assertThat(Lane.holds(1000 * MIB)).isEqualTo(1);
    }

    @Test
    void what_a_lane_has_no_room_for_is_counted_and_brought_again() throws Exception {
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        CountDownLatch busy = new CountDownLatch(1);
        Ear ear = new Ear();
        try (NatsServer broker = NatsServer.start(folder, NatsFixture.jetstream(folder));
                Transport transport =
                        started(stream(NatsBroker.at(access(broker.url())), "one", metrics))) {
            transport.subscribe(
                    HERE,
                    null,
                    arrival -> {
                        uninterruptibly(busy);
                        ear.receive(arrival);
                    });
            List<String> words =
                    IntStream.range(0, Lane.MAX_PAYLOADS / 2).mapToObj(Integer::toString).toList();

            transport.publish(words.stream().map(word -> parcel(HERE, word)).toList());
            // Untaken for longer than the stream waits, they are brought again and again until the
            // lane is full.
            Eventually.is("the lane is full", () -> dropped(metrics) > 0);
            busy.countDown();

            Set<String> heard = new LinkedHashSet<>();
            Eventually.is(
                    "all are heard",
                    () -> {
                        heard.addAll(ear.rest());
                        return heard.containsAll(words);
                    });
        }
    }

    private static double dropped(SimpleMeterRegistry metrics) {
        return metrics.get("waybill.network.carrier.dropped").counter().count();
    }

    private static void permitConsumers(NatsServer broker, int most) throws Exception {
        Connection owner = Nats.connect(broker.url());
        try {
            owner.jetStreamManagement()
                    .addStream(
                            StreamConfiguration.builder()
                                    .name("TEST_NETWORK")
                                    .subjects(PREFIX + ".>")
                                    .maxConsumers(most)
                                    .build());
        } finally {
            owner.close();
        }
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
