package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsFixture.PREFIX;
import static dev.waybill.server.network.transport.NatsFixture.access;
import static dev.waybill.server.network.transport.NatsFixture.parcel;
import static dev.waybill.server.network.transport.NatsFixture.patient;
import static dev.waybill.server.network.transport.NatsFixture.publish;
import static dev.waybill.server.network.transport.NatsFixture.publishStubbornly;
import static dev.waybill.server.network.transport.NatsFixture.started;
import static dev.waybill.server.network.transport.NatsFixture.stream;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Eventually;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a stream adds to plain NATS: payloads wait for who is away.
class JetStreamTest {
    private static final String SUBJECT = PREFIX + ".builders.broadcast";

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
    void what_was_published_while_a_server_was_down_arrives_later() throws Exception {
        try (Transport sender = started(stream(access(broker.url()), "sender"))) {
            try (Transport receiver = started(stream(access(broker.url()), "receiver"))) {
                receiver.subscribe(SUBJECT, null, new Ear());
                receiver.subscribe(SUBJECT, "database", new Ear());
            }
            sender.publish(List.of(parcel(SUBJECT, "1"), parcel(SUBJECT, "2")));

            Ear alone = new Ear();
            Ear grouped = new Ear();
            try (Transport receiver = stream(access(broker.url()), "receiver")) {
                receiver.start(new Steps());
                receiver.subscribe(SUBJECT, null, alone);
                receiver.subscribe(SUBJECT, "database", grouped);

                assertThat(alone.next(2)).containsExactly("1", "2");
                assertThat(grouped.next(2)).containsExactly("1", "2");
            }
        }
    }

    @Test
    void a_new_subscription_hears_what_comes_and_not_what_was() throws Exception {
        Ear ear = new Ear();
        try (Transport transport = started(stream(access(broker.url()), "one"))) {
            transport.publish(List.of(parcel(SUBJECT, "before")));
            transport.subscribe(SUBJECT, null, ear);
            transport.publish(List.of(parcel(SUBJECT, "after")));

            assertThat(ear.next()).isEqualTo("after");
        }
    }

    @Test
    void a_consumer_goes_with_the_last_who_hears_through_it() throws Exception {
        Ear ear = new Ear();
        try (Transport one = started(stream(access(broker.url()), "one"));
                Transport other = started(stream(access(broker.url()), "other"))) {
            Transport.Subscription first = one.subscribe(SUBJECT, "database", new Ear());
            Transport.Subscription alone = one.subscribe(SUBJECT, null, new Ear());
            Transport.Subscription second = other.subscribe(SUBJECT, "database", ear);
            assertThat(consumers()).isEqualTo(2);

            first.close();
            alone.close();
            Eventually.is("one is left", () -> consumers() == 1);
            one.publish(List.of(parcel(SUBJECT, "still")));
            assertThat(ear.next()).isEqualTo("still");

            second.close();
            Eventually.is("none is left", () -> consumers() == 0);
        }
    }

    @Test
    void consumers_stay_when_a_server_ends() {
        Transport transport = started(stream(access(broker.url()), "one"));
        Transport.Subscription subscription = transport.subscribe(SUBJECT, "database", new Ear());
        transport.close();
        subscription.close();

        assertThat(consumers()).isEqualTo(1);
    }

    @Test
    void a_consumer_that_somebody_deletes_is_made_again() throws Exception {
        Ear ear = new Ear();
        try (Transport transport = started(stream(access(broker.url()), "one"));
                Onlooker onlooker = new Onlooker(broker.url())) {
            transport.subscribe(SUBJECT, "database", ear);
            onlooker.deleteConsumers("TEST_NETWORK");

            Eventually.is("it is there again", () -> consumers() == 1);
            transport.publish(List.of(parcel(SUBJECT, "once")));
            transport.publish(List.of(parcel(SUBJECT, "end")));

            assertThat(ear.next(2)).containsExactly("once", "end");
        }
    }

    private int consumers() {
        try (Onlooker onlooker = new Onlooker(broker.url())) {
            return onlooker.consumers("TEST_NETWORK");
        }
    }

    @Test
    void what_is_not_taken_is_brought_again() throws Exception {
        Ear ear = new Ear();
        AtomicInteger times = new AtomicInteger();
        try (Transport transport = started(stream(access(broker.url()), "one"))) {
            transport.subscribe(
                    SUBJECT,
                    "database",
                    arrival -> {
                        if (times.incrementAndGet() > 1) {
                            ear.receive(arrival);
                        }
                    });

            transport.publish(List.of(parcel(SUBJECT, "again")));

            assertThat(ear.next()).isEqualTo("again");
        }
    }

    @Test
    void what_a_server_that_dies_has_not_taken_goes_to_another_of_its_group() throws Exception {
        Ear ear = new Ear();
        try (Transport sender = started(stream(access(broker.url()), "sender"))) {
            try (Transport dying = started(stream(access(broker.url()), "dying"))) {
                AtomicInteger lost = new AtomicInteger();
                dying.subscribe(SUBJECT, "database", _ -> lost.incrementAndGet());
                sender.publish(List.of(parcel(SUBJECT, "inherited")));
                Eventually.is("it arrived where nobody takes it", () -> lost.get() > 0);
            }
            try (Transport heir = started(stream(access(broker.url()), "heir"))) {
                heir.subscribe(SUBJECT, "database", ear);

                assertThat(ear.next()).isEqualTo("inherited");
            }
        }
    }

    @Test
    void what_a_server_that_stops_has_not_taken_comes_again_at_once_and_in_order()
            throws Exception {
        Ear ear = new Ear();
        try (Transport sender = started(stream(access(broker.url()), "sender"))) {
            for (int round = 0; round < 20; round++) {
                List<String> words = words("round " + round);
                try (Transport stopping = patient(broker, "receiver")) {
                    AtomicInteger heard = new AtomicInteger();
                    stopping.subscribe(SUBJECT, "database", _ -> heard.incrementAndGet());
                    if (round % 2 == 0) {
                        publish(sender, SUBJECT, words);
                        Eventually.is(
                                "they arrived and were not taken",
                                () -> heard.get() == words.size());
                    }
                }
                if (round % 2 > 0) {
                    publish(sender, SUBJECT, words);
                }
                try (Transport next = patient(broker, "receiver")) {
                    next.subscribe(SUBJECT, "database", ear);

                    assertThat(ear.next(words.size())).isEqualTo(words);
                }
            }
        }
    }

    private static List<String> words(String name) {
        return IntStream.range(0, 10).mapToObj(number -> name + ", " + number).toList();
    }

    @Test
    void a_key_is_carried_once() throws Exception {
        Ear ear = new Ear();
        try (Transport transport = started(stream(access(broker.url()), "one"))) {
            transport.subscribe(SUBJECT, null, ear);
            Parcel twice = parcel(SUBJECT, "once");
            Parcel odd = new Parcel(SUBJECT, "odd".getBytes(UTF_8), "ключ\r\nX: y");

            transport.publish(List.of(twice, odd));
            transport.publish(List.of(twice, odd));
            transport.publish(List.of(parcel(SUBJECT, "end")));

            assertThat(ear.next(3)).containsExactly("once", "odd", "end");
        }
    }

    @Test
    void nothing_confirmed_is_lost_when_the_broker_dies() throws Exception {
        Ear ear = new Ear();
        try (Transport receiver = started(stream(access(broker.url()), "receiver"));
                Transport sender = started(stream(access(broker.url()), "sender"))) {
            receiver.subscribe(SUBJECT, "database", ear);
            Thread outage =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        broker.kill();
                                        broker.startAgain();
                                    });

            List<String> words = IntStream.range(0, 300).mapToObj(Integer::toString).toList();
            for (int from = 0; from < words.size(); from += 10) {
                publishStubbornly(
                        sender,
                        words.subList(from, from + 10).stream()
                                .map(word -> parcel(SUBJECT, word))
                                .toList());
            }
            outage.join();

            Set<String> heard = new LinkedHashSet<>();
            Eventually.is(
                    "all are heard",
                    () -> {
                        heard.addAll(ear.rest());
                        return heard.containsAll(words);
                    });
        }
    }

    @Test
    void nothing_confirmed_is_lost_in_a_partition() throws Exception {
        Ear ear = new Ear();
        try (Proxy between = new Proxy(broker.port());
                Transport receiver = started(stream(access(between.url()), "receiver"));
                Transport sender = started(stream(access(broker.url()), "sender"))) {
            receiver.subscribe(SUBJECT, "database", ear);
            sender.publish(List.of(parcel(SUBJECT, "before")));
            assertThat(ear.next()).isEqualTo("before");

            between.cut();
            sender.publish(List.of(parcel(SUBJECT, "during")));
            between.heal();
            sender.publish(List.of(parcel(SUBJECT, "after")));

            Set<String> heard = new LinkedHashSet<>();
            Eventually.is(
                    "both are heard",
                    () -> {
                        heard.addAll(ear.rest());
                        return heard.containsAll(List.of("during", "after"));
                    });
        }
    }
}
