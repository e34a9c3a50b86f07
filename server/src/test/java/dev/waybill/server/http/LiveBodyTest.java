package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Making;
import dev.waybill.server.http.route.Outflow;
import dev.waybill.server.http.route.Route;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LiveBodyTest {
    private static final String GET = "GET /live HTTP/1.1\r\nHost: x\r\n\r\n";

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    @Test
    void what_is_made_arrives_at_once() throws Exception {
        try (TestEdge edge = TestEdge.with(live(this::twoWords));
                RawConnection reader = edge.connect()) {
            reader.send(GET);

            assertThat(reader.readThrough("one"))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Content-Type: text/event-stream")
                    .doesNotContain("Content-Length");
            goOn.countDown();
            assertThat(reader.readThrough("two")).endsWith("two");
        }
    }

    @Test
    void a_connection_serves_on_after_it() throws Exception {
        try (TestEdge edge = TestEdge.with(live(this::twoWords));
                RawConnection reader = edge.connect()) {
            goOn.countDown();
            reader.send(GET);
            reader.readThrough("two");
            reader.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

            assertThat(reader.readToEnd()).contains("HTTP/1.1 200 ").contains("1.2.3");
        }
    }

    @Test
    void the_head_alone_runs_nothing() {
        try (TestEdge edge = TestEdge.with(live(this::twoWords))) {
            var response =
                    edge.send(
                            edge.request("/live")
                                    .method(
                                            "HEAD",
                                            java.net.http.HttpRequest.BodyPublishers.noBody()));

            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void who_goes_away_ends_the_making() throws Exception {
        try (TestEdge edge = TestEdge.with(live(this::untilLeft))) {
            RawConnection reader = edge.connect();
            reader.send(GET);
            reader.readThrough("one");

            reader.close();

            assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void who_does_not_read_holds_up_nobody_else() throws Exception {
        try (TestEdge edge = TestEdge.with(live(this::flood));
                RawConnection lazy = edge.connect()) {
            lazy.send(GET);
            lazy.readThrough("begun");

            assertThat(edge.get("/health").statusCode()).isEqualTo(200);
            assertThat(left.getCount()).isOne();
        }
        assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_server_that_stops_ends_the_making() throws Exception {
        try (TestEdge edge = TestEdge.with(live(this::untilLeft));
                RawConnection reader = edge.connect()) {
            reader.send(GET);
            reader.readThrough("one");

            Thread closing = Thread.startVirtualThread(edge.edge::close);

            assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(closing.join(Duration.ofSeconds(10))).isTrue();
        }
    }

    private void twoWords(Outflow outflow) throws InterruptedException {
        assertThat(outflow.send("one".getBytes(UTF_8))).isTrue();
        assertThat(goOn.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(outflow.send("two".getBytes(UTF_8))).isTrue();
    }

    private void untilLeft(Outflow outflow) throws InterruptedException {
        outflow.send("one".getBytes(UTF_8));
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (outflow.wanted() && System.nanoTime() < deadline) {
            Thread.sleep(Duration.ofMillis(10));
        }
        assertThat(outflow.wanted()).isFalse();
        left.countDown();
    }

    private void flood(Outflow outflow) throws InterruptedException {
        outflow.send("begun".getBytes(UTF_8));
        byte[] much = "x".repeat(1 << 20).getBytes(UTF_8);
        while (outflow.send(much)) {
            // until nobody takes it
        }
        left.countDown();
    }

    private static Route live(Making making) {
        return Route.get("/live", Access.anyone())
                .summary("Tells what happens.")
                .answersDocument("text/event-stream")
                .to(_ -> new Answer.Live("text/event-stream", Map.of(), making));
    }
}
