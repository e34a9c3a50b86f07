package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventStreamTest {
    @TempDir private Path folder;
    private TestRelay server;
    private RelayAgent alice;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        server = TestRelay.start(folder);
        alice = server.relay().register("alice");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void each_event_comes_once_and_in_order_through_broken_connections() {
        try (FlakyProxy proxy = new FlakyProxy(URI.create(server.url()).getPort());
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            shaky.on("message.created", this::hear);

            for (int i = 0; i < 120; i++) {
                alice.send("#general", "m" + i);
                if (i % 30 == 5) {
                    proxy.cut();
                } else if (i % 30 == 20) {
                    proxy.orphan();
                }
            }

            Await.until("all are heard", () -> heard.size() >= 120);
            assertThat(heard).isEqualTo(numbered(120));
        }
    }

    @Test
    void a_slow_handler_hears_everything_in_its_own_time() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        server.relay()
                .on(
                        "message.created",
                        event -> {
                            try {
                                goOn.await();
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                            hear(event);
                        });

        for (int i = 0; i < 400; i++) {
            alice.send("#general", "m" + i);
        }
        goOn.countDown();

        Await.until("all are heard", () -> heard.size() >= 400);
        assertThat(heard).isEqualTo(numbered(400));
    }

    @Test
    void one_handler_that_throws_keeps_no_other_from_hearing() {
        server.relay()
                .on(
                        "*",
                        _ -> {
                            throw new IllegalStateException("on purpose");
                        });
        server.relay().on("message.*", this::hear);
        try (Subscription _ = server.relay().on("message.created", this::hear)) {
            alice.send("#general", "m0");
            Await.until("both hear it", () -> heard.size() == 2);
        }

        alice.send("#general", "m1");

        Await.until("only one hears it", () -> heard.contains("m1"));
        assertThat(heard).containsExactly("m0", "m0", "m1");
    }

    private void hear(RelayEvent event) {
        heard.add(event.data().path("message").path("text").asString());
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
    }
}
