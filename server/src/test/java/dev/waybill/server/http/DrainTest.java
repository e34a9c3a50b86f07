package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Route;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DrainTest {
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String HEAD_OF_A_NOTE =
            String.join(
                    "\r\n",
                    "POST /note HTTP/1.1",
                    "Host: x",
                    "Content-Type: application/json",
                    "Content-Length: 13",
                    "Expect: 100-continue",
                    "\r\n");

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    record Note(String text) {}

    @AfterEach
    void release() {
        released.countDown();
    }

    @Test
    void requests_under_way_finish_and_new_ones_are_turned_away() throws Exception {
        try (TestEdge edge = TestEdge.with(routes());
                RawConnection resting = edge.connect();
                RawConnection beginning = edge.connect();
                RawConnection underWay = edge.connect()) {
            ask(beginning, HEALTH + "GET /health HTTP/1.1\r\n");
            ask(resting, HEALTH);
            underWay.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

            Thread closing = Thread.startVirtualThread(edge.edge::close);
            assertThat(resting.readToEnd()).as("closed without a word").isEmpty();
            beginning.send("Host: x\r\n\r\n");
            String refused = beginning.readToEnd();
            released.countDown();

            assertThat(refused)
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Connection: close")
                    .contains("\"unavailable\"");
            assertThat(underWay.readToEnd())
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Connection: close")
                    .endsWith("{\"ok\":true}");
            assertThat(closing.join(Duration.ofSeconds(8))).isTrue();
            assertThatThrownBy(edge::connect).hasMessageContaining("refused");
        }
    }

    @Test
    void a_body_that_is_still_arriving_has_until_the_deadline() throws Exception {
        try (TestEdge edge = TestEdge.draining(Duration.ofSeconds(10), routes());
                RawConnection resting = edge.connect();
                RawConnection sending = edge.connect()) {
            sendHalfANote(sending);
            ask(resting, HEALTH);

            Thread closing = Thread.startVirtualThread(edge.edge::close);
            resting.readToEnd();
            pause(Duration.ofMillis(1500));
            sending.send(":\"hi\"}");

            assertThat(sending.readToEnd())
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("{\"ok\":true,\"data\":{\"text\":\"hi\"}}");
            assertThat(closing.join(Duration.ofSeconds(8))).isTrue();
        }
    }

    @Test
    void a_body_that_has_not_arrived_by_the_deadline_is_told_that_the_server_stops() {
        try (TestEdge edge = TestEdge.draining(Duration.ofMillis(500), routes());
                RawConnection resting = edge.connect();
                RawConnection sending = edge.connect()) {
            sendHalfANote(sending);
            ask(resting, HEALTH);

            Duration taken = stop(edge);

            assertThat(sending.readToEnd())
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Connection: close")
                    .contains("\"unavailable\"");
            assertThat(taken).isGreaterThanOrEqualTo(Duration.ofMillis(500));
        }
    }

    @Test
    void a_request_that_outlasts_the_deadline_is_cut() throws Exception {
        try (TestEdge edge = TestEdge.draining(Duration.ofMillis(500), routes());
                RawConnection underWay = edge.connect()) {
            underWay.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

            Duration taken = stop(edge);

            assertThat(underWay.readToEnd()).isEmpty();
            assertThat(taken).isGreaterThanOrEqualTo(Duration.ofMillis(500));
        }
    }

    @Test
    void connections_that_rest_do_not_delay_the_end() {
        try (TestEdge edge = TestEdge.draining(Duration.ofSeconds(60));
                RawConnection used = edge.connect();
                RawConnection unused = edge.connect()) {
            ask(used, HEALTH);

            assertThat(stop(edge)).as("of a minute to drain").isLessThan(Duration.ofSeconds(20));
            assertThat(used.readToEnd()).isEmpty();
            assertThat(unused.readToEnd()).isEmpty();
        }
    }

    @Test
    void a_port_that_is_taken_is_named() {
        try (TestEdge edge = TestEdge.with()) {
            assertThatThrownBy(() -> TestEdge.on(edge.edge.port()))
                    .hasMessage(
                            "cannot listen on 127.0.0.1:%d: Address already in use",
                            edge.edge.port());
        }
    }

    @Test
    void a_start_that_fails_after_the_port_was_opened_closes_it_again() {
        int port;
        try (TestEdge edge = TestEdge.with()) {
            port = edge.edge.port();
        }

        // Binds, but makes no URI.
        assertThatThrownBy(() -> TestEdge.on("[::ffff:127.0.0.1]", port))
                .hasMessageStartingWith("cannot listen on [::ffff:127.0.0.1]");
        TestEdge.on(port).close();
    }

    private Route[] routes() {
        return new Route[] {
            Route.get("/slow", Access.anyone())
                    .summary("Waits.")
                    .to(
                            _ -> {
                                entered.countDown();
                                assertThat(released.await(20, TimeUnit.SECONDS)).isTrue();
                                return Answer.done();
                            }),
            Route.post("/note", Access.anyone())
                    .summary("Takes a note.")
                    .takes(Note.class)
                    .answers(Note.class)
                    .to(call -> Answer.data(call.body(Note.class)))
        };
    }

    private static void ask(RawConnection connection, String request) {
        connection.send(request);
        assertThat(connection.readThrough("\"1.2.3\"}}")).startsWith("HTTP/1.1 200 ");
    }

    private static Duration stop(TestEdge edge) {
        long begin = System.nanoTime();
        edge.edge.close();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /// The passing of time is the thing under test here.
    /// Returns when the server waits for the rest of the body.
    private static void sendHalfANote(RawConnection sending) {
        sending.send(HEAD_OF_A_NOTE);
        sending.readThrough("100 Continue\r\n\r\n");
        sending.send("{\"text\"");
    }

    private static void pause(Duration duration) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(never.await(duration.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    }
}
