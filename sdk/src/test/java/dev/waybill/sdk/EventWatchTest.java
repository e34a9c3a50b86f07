package dev.waybill.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.protocol.source.InboxEntry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Watches of an inbox where the server says what the real one says rarely or never.
@Timeout(60)
class EventWatchTest {
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final List<String> after = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;
    private Endpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        endpoint =
                new Endpoint(
                        "http://127.0.0.1:" + server.getAddress().getPort(), TestRelay.OPTIONS);
    }

    @AfterEach
    void stop() {
        over.countDown();
        endpoint.close();
        server.stop(0);
        threads.close();
    }

    @Test
    void an_entry_that_cannot_be_read_keeps_no_other_away() throws InterruptedException {
        answers(200, entries("{\"entryId\":\"ent_1\",\"count\":\"many\"}," + entry("ent_2")));

        try (Subscription _ = watch(Duration.ofSeconds(30))) {
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("ent_2");
        }
    }

    @Test
    void a_watch_goes_on_after_an_entry_that_cannot_be_read() {
        answers(200, entries("{\"entryId\":\"ent_1\",\"count\":\"many\"}"));

        try (Subscription _ = watch(Duration.ofSeconds(30))) {
            Await.until("it comes back", () -> after.size() > 1);
        }
        assertThat(after.getFirst()).isEmpty();
        assertThat(after.get(1)).isEqualTo("ent_1");
        assertThat(told).isEmpty();
    }

    @Test
    void a_connection_on_which_nothing_comes_is_given_up() {
        server.createContext(
                "/",
                exchange -> {
                    came(exchange);
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().flush();
                    awaitEnd();
                    exchange.close();
                });

        try (Subscription _ = watch(Duration.ofMillis(300))) {
            Await.until("it comes back", () -> after.size() > 1);
        }
    }

    @Test
    void who_is_refused_for_good_does_not_come_again() {
        answers(401, "{\"error\":\"no such token\",\"code\":\"unauthorized\"}");

        EventWatch watch = watch(Duration.ofSeconds(30));
        Await.until("it has ended", watch::ended);

        assertThat(after).hasSize(1);
        watch.close();
    }

    private EventWatch watch(Duration silence) {
        EventWatch watch =
                new EventWatch(
                        endpoint.api("at_live_0"),
                        Call.get("agents", "bob", "inbox", "watch"),
                        (InboxEntry entry) -> told.add(entry.entryId()),
                        silence);
        watch.start();
        return watch;
    }

    private void answers(int status, String body) {
        server.createContext(
                "/",
                exchange -> {
                    came(exchange);
                    byte[] bytes = body.getBytes(UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
    }

    private void came(HttpExchange exchange) {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        after.add(last == null ? "" : last);
    }

    private void awaitEnd() {
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String entries(String entries) {
        return "event: items\ndata: {\"event\":\"items\",\"entries\":[" + entries + "]}\n\n";
    }

    private static String entry(String id) {
        return """
        {"entryId":"%s","inboxId":"inb_1","kind":"item","sequence":1,"itemId":"itm_1","summary":"s","count":1,\
        "itemIds":[],"sourceIds":[],"subscriptionIds":[],"firstItemAt":"2026-01-01T00:00:00Z",\
        "lastItemAt":"2026-01-01T00:00:00Z"}"""
                .formatted(id);
    }
}
