package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Route;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowClientTest {
    private static final String POST =
            "POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

    private static final Route NOTE =
            Route.post("/note", Access.anyone())
                    .summary("Takes a note.")
                    .takes(Note.class)
                    .answers(Note.class)
                    .to(call -> Answer.data(call.body(Note.class)));

    private final TestEdge edge =
            TestEdge.with(
                    TestEdge.IMPATIENT,
                    NOTE,
                    Route.get("/slow", Access.anyone())
                            .summary("Takes its time.")
                            .to(_ -> takeYourTime()));

    record Note(String text) {}

    @AfterEach
    void stop() {
        edge.close();
    }

    @Test
    void a_connection_that_sends_nothing_is_closed() {
        try (RawConnection connection = edge.connect()) {
            assertThat(connection.readToEnd()).isEmpty();
        }
    }

    @Test
    void a_head_that_drips_in_is_closed_although_it_never_rests() throws Exception {
        try (RawConnection connection = edge.connect()) {
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\nX-A: ");

            assertThat(dripUntilClosed(connection)).isTrue();
        }
    }

    @Test
    void a_second_head_that_drips_in_is_closed_too() throws Exception {
        try (RawConnection connection = edge.connect()) {
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            connection.readThrough("\"ok\":true");
            connection.send("GET /health HTTP/1.1\r\nX-A: ");

            assertThat(dripUntilClosed(connection)).isTrue();
        }
    }

    @Test
    void a_connection_may_rest_between_requests() throws Exception {
        try (RawConnection connection = edge.connect()) {
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            connection.readThrough("\"1.2.3\"}}");
            pause(Duration.ofMillis(900));
            connection.send("GET /ready HTTP/1.1\r\nHost: x\r\n\r\n");

            assertThat(connection.readThrough("\"checks\"")).contains("200 OK");
        }
    }

    @Test
    void a_client_that_waits_for_a_slow_answer_is_not_a_slow_client() {
        try (RawConnection connection = edge.connect()) {
            connection.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");

            assertThat(connection.readThrough("\"ok\":true")).contains("200 OK");
        }
    }

    @Test
    void a_body_that_stops_is_refused() {
        try (RawConnection connection = edge.connect()) {
            connection.send(POST + "Content-Length: 100\r\n\r\n{");

            assertThat(connection.readToEnd())
                    .startsWith("HTTP/1.1 408 ")
                    .contains("Connection: close")
                    .contains("\"request_timeout\"");
        }
    }

    @Test
    void a_body_may_take_its_time_where_no_rate_is_set() throws Exception {
        HttpConfig patient =
                new HttpConfig(
                        1000,
                        4096,
                        100,
                        Duration.ofSeconds(20),
                        Duration.ofMillis(300),
                        0,
                        1000,
                        100);
        try (TestEdge other = TestEdge.with(patient, NOTE);
                RawConnection connection = other.connect()) {
            connection.send(POST + "Content-Length: 13\r\n\r\n{");
            pause(Duration.ofMillis(1500));
            connection.send("\"text\":\"hi\"}");

            assertThat(connection.readThrough("\"hi\"}}")).contains("200 OK");
        }
    }

    @Test
    void a_body_that_hides_in_a_chunk_extension_is_refused() throws Exception {
        try (RawConnection connection = edge.connect()) {
            connection.send(POST + "Transfer-Encoding: chunked\r\n\r\n2;");

            assertThat(dripUntilClosed(connection)).isTrue();
        }
    }

    private static Answer takeYourTime() {
        try {
            pause(Duration.ofMillis(900));
            return Answer.done();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Sends a byte now and then; true when the server ends it within a few seconds.
    private static boolean dripUntilClosed(RawConnection connection) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (connection.trySend("a")) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            pause(Duration.ofMillis(20));
        }
        return true;
    }

    /// The passing of time is the thing under test here.
    private static void pause(Duration duration) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(never.await(duration.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    }
}
