package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.access;
import static dev.waybill.server.network.transport.NatsFixture.core;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.publishStubbornly;
import static dev.waybill.server.network.transport.NatsFixture.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.server.Eventually;
import dev.waybill.server.network.transport.Link.State;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plain NATS when the broker goes, comes back, or cannot be reached.
class NatsOutagesTest {
    private static final String SUBJECT = PREFIX + ".builders.broadcast";

    @TempDir private Path folder;
    private NatsServer broker;

    @BeforeEach
    void start() {
        broker = NatsServer.start(folder, "");
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void a_broker_that_dies_fails_publishing_visibly_and_one_that_is_back_carries_again()
            throws Exception {
        Ear ear = new Ear();
        Steps steps = new Steps();
        try (Transport here = core(access(broker.url()));
                Transport there = started(core(access(broker.url())))) {
            here.subscribe(SUBJECT, null, ear);
            here.start(steps);
            steps.awaitConnected(1);
            there.publish(List.of(parcel(SUBJECT, "before")));
            assertThat(ear.next()).isEqualTo("before");

            broker.kill();
            assertThatExceptionOfType(CarrierException.class)
                    .isThrownBy(() -> there.publish(List.of(parcel(SUBJECT, "nobody hears this"))))
                    .matches(e -> !e.lasting());
            steps.awaitDisconnected(1);
            assertThat(here.link().state()).isEqualTo(State.DISCONNECTED);
            broker.startAgain();
            steps.awaitConnected(2);
            publishStubbornly(there, List.of(parcel(SUBJECT, "after")));

            assertThat(ear.next()).isEqualTo("after");
            assertThat(here.link().state()).isEqualTo(State.CONNECTED);
            assertThat(here.link().port()).isEqualTo(broker.port());
        }
    }

    @Test
    void a_server_starts_before_its_broker() throws Exception {
        broker.kill();
        Ear ear = new Ear();
        Steps steps = new Steps();
        try (Transport transport = core(access(broker.url()))) {
            transport.subscribe(SUBJECT, null, ear);
            transport.start(steps);
            Eventually.is("the trouble is known", () -> transport.link().trouble() != null);
            assertThat(transport.link().state()).isEqualTo(State.CONNECTING);
            assertThat(transport.link().trouble()).isEqualTo("nobody listens there");
            assertThatExceptionOfType(CarrierException.class)
                    .isThrownBy(() -> transport.publish(List.of(parcel(SUBJECT, "too early"))));

            broker.startAgain();
            steps.awaitConnected(1);
            transport.publish(List.of(parcel(SUBJECT, "now")));

            assertThat(ear.next()).isEqualTo("now");
            assertThat(transport.link().trouble()).isNull();
        }
    }

    @Test
    void what_a_partition_swallows_is_not_reported_as_published() throws Exception {
        Ear ear = new Ear();
        try (Proxy between = new Proxy(broker.port());
                Transport there = started(core(access(broker.url())));
                Transport here = started(core(access(between.url())))) {
            there.subscribe(SUBJECT, null, ear);
            here.publish(List.of(parcel(SUBJECT, "before")));
            assertThat(ear.next()).isEqualTo("before");

            between.cut();
            assertThatExceptionOfType(CarrierException.class)
                    .isThrownBy(() -> here.publish(List.of(parcel(SUBJECT, "during"))));
            between.heal();
            publishStubbornly(here, List.of(parcel(SUBJECT, "after")));

            // What went out during the partition may come, and may come late: it was not confirmed.
            Eventually.is("the last one is heard", () -> ear.rest().contains("after"));
        }
    }

    @Test
    void a_broker_that_takes_less_is_believed() throws Exception {
        broker.close();
        broker = NatsServer.start(folder, "max_payload: 2000");
        Ear ear = new Ear();
        try (Transport transport = started(core(access(broker.url())))) {
            transport.subscribe(SUBJECT, null, ear);
            assertThat(transport.maxPayload()).isEqualTo(2000);

            assertThatExceptionOfType(CarrierException.class)
                    .isThrownBy(
                            () ->
                                    transport.publish(
                                            List.of(new Parcel(SUBJECT, new byte[2001], "large"))))
                    .matches(CarrierException::lasting);
            transport.publish(List.of(parcel(SUBJECT, "small")));

            assertThat(ear.next()).isEqualTo("small");
        }
    }

    @Test
    void a_lane_that_is_full_drops_and_the_others_go_on() throws Exception {
        Ear quick = new Ear();
        CountDownLatch busy = new CountDownLatch(1);
        try (Transport transport = started(core(access(broker.url())))) {
            transport.subscribe(
                    SUBJECT,
                    null,
                    _ -> {
                        try {
                            busy.await();
                        } catch (InterruptedException _) {
                            Thread.currentThread().interrupt();
                        }
                    });
            transport.subscribe(PREFIX + ".quick", null, quick);

            for (int i = 0; i < 3; i++) {
                transport.publish(Collections.nCopies(Lane.MAX_PAYLOADS, parcel(SUBJECT, "much")));
            }
            transport.publish(List.of(parcel(PREFIX + ".quick", "at once")));

            assertThat(quick.next()).isEqualTo("at once");
            busy.countDown();
        }
    }
}
