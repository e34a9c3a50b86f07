package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PollingTest {
    private static final String POLL = "/v1/deliveries?wait=45s";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir private Path folder;
    private TestServer server;
    private RelayApi api;
    private String alice;
    private String bob;

    @BeforeEach
    void start() {
        server = TestServer.start(folder);
        api = RelayApi.of(server);
        alice = api.agent("alice");
        bob = api.agent("bob");
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    @Test
    void what_is_there_is_answered_at_once() {
        String message = api.tell(alice, "bob", "one");

        long begin = System.nanoTime();

        assertThat(api.get(POLL, bob).each("message_id")).containsExactly(message);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
    }

    @Test
    void what_comes_later_is_answered_when_it_comes() throws Exception {
        Future<TestServer.Reply> polled = poll(bob);
        assertThat(polled).isNotDone();

        String message = api.tell(alice, "bob", "one");

        assertThat(polled.get(20, TimeUnit.SECONDS).each("message_id")).containsExactly(message);
    }

    @Test
    void nothing_is_an_empty_list_after_the_time() {
        long begin = System.nanoTime();

        assertThat(api.get("/v1/deliveries?wait=300ms", bob).data()).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofMillis(300), SOON);
    }

    @Test
    void what_was_put_off_is_waited_for_and_comes_under_a_new_id() {
        api.tell(alice, "bob", "one");
        String first = api.get(POLL, bob).each("id").getFirst();
        String soon = Instant.now().plusMillis(700).toString();
        api.post("/v1/deliveries/" + first + "/defer", bob, "{\"available_at\":\"" + soon + "\"}")
                .data();

        assertThat(api.get(POLL, bob).each("id")).containsExactly(first + "~2");
    }

    @Test
    void what_is_put_off_does_not_stand_in_the_way() {
        api.tell(alice, "bob", "one");
        api.tell(alice, "bob", "two");
        String first = api.get(POLL, bob).each("id").getFirst();
        api.post(
                        "/v1/deliveries/" + first + "/defer",
                        bob,
                        "{\"available_at\":\"2099-01-01T00:00:00Z\"}")
                .data();

        assertThat(api.get(POLL + "&limit=1", bob).each("id")).hasSize(1).doesNotContain(first);
    }

    @Test
    void what_was_taken_over_is_not_listed_again() {
        api.tell(alice, "bob", "one");
        String first = api.get(POLL, bob).each("id").getFirst();
        api.post("/v1/deliveries/" + first + "/receipt", bob, "{\"status\":\"accepted\"}").data();

        assertThat(api.get("/v1/deliveries?wait=200ms", bob).data()).isEmpty();
    }

    @Test
    void of_others_nothing_is_heard() throws Exception {
        String carol = api.agent("carol");
        Future<TestServer.Reply> polled = poll(carol);

        api.tell(alice, "bob", "not for carol");
        api.tell(alice, "carol", "for carol");

        assertThat(polled.get(20, TimeUnit.SECONDS).data()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"61s", "2m", "20", "-1s", "1h", "s", "", "99999999s", "60001ms"})
    void a_time_that_makes_no_sense_is_named(String wait) {
        TestServer.Reply reply = api.get("/v1/deliveries?wait=" + wait, bob);

        reply.refused(400, "invalid_request");
        assertThat(reply.response().body()).contains("'" + wait + "'");
        api.get("/v1/deliveries?wait=1s&status=acked", bob).refused(400, "invalid_request");
    }

    @Test
    void who_goes_away_does_not_wait_any_longer() {
        Future<TestServer.Reply> polled = poll(bob);

        api.close();

        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (waiting() > 0) {
            assertThat(System.nanoTime()).isLessThan(until);
        }
        assertThat(polled).isNotDone();
    }

    @Test
    void a_server_that_stops_answers_those_who_wait() throws Exception {
        Future<TestServer.Reply> polled = poll(bob);

        server.close();

        assertThat(polled.get(20, TimeUnit.SECONDS).data()).isEmpty();
    }

    @Test
    void five_hundred_who_wait_hinder_nobody_and_are_all_rung() throws Exception {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            tokens.add(api.agent("p" + i));
        }
        long threads = platformThreads();
        try (ExecutorService pollers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TestServer.Reply>> polled = new ArrayList<>();
            tokens.forEach(token -> polled.add(pollers.submit(() -> api.get(POLL, token))));
            awaitWaiting(500);

            assertThat(platformThreads()).as("platform threads").isLessThan(threads + 40);
            long begin = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                api.tell(alice, "bob", "as usual " + i);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
            assertThat(polled).noneMatch(Future::isDone);

            api.say(alice, "wake up");

            for (Future<TestServer.Reply> each : polled) {
                assertThat(each.get(20, TimeUnit.SECONDS).data()).hasSize(1);
            }
        }
    }

    /// Those of the server; the client has some of its own.
    private static long platformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("HttpClient"))
                .count();
    }

    private void awaitWaiting(int count) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (waiting() < count) {
            assertThat(System.nanoTime()).isLessThan(until);
        }
    }

    private double waiting() {
        return server.get("/metrics", null)
                .response()
                .body()
                .lines()
                .filter(line -> line.startsWith("waybill_deliveries_polls "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    private Future<TestServer.Reply> poll(String token) {
        CompletableFuture<TestServer.Reply> polled = new CompletableFuture<>();
        Thread.startVirtualThread(() -> polled.complete(api.get(POLL, token)));
        awaitWaiting(1);
        return polled;
    }
}
