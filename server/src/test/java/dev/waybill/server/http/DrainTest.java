package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Route;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DrainTest {
    @Test
    void requests_under_way_finish_and_new_ones_are_turned_away() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Route slow =
                Route.get("/slow", Access.anyone())
                        .summary("Waits.")
                        .to(
                                _ -> {
                                    entered.countDown();
                                    assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
                                    return Answer.done();
                                });

        try (TestEdge edge = TestEdge.with(slow);
                RawConnection other = edge.connect()) {
            assertThat(health(other)).startsWith("HTTP/1.1 200 ");
            CompletableFuture<HttpResponse<String>> underWay =
                    CompletableFuture.supplyAsync(() -> edge.get("/slow"));
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            Thread closing = Thread.startVirtualThread(edge.edge::close);
            awaitRefusalOfNewConnections(edge);
            String refused = healthUntilRefused(other);
            released.countDown();

            assertThat(refused)
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Connection: close")
                    .contains("\"unavailable\"");
            assertThat(underWay.get(10, TimeUnit.SECONDS).body()).isEqualTo("{\"ok\":true}");
            assertThat(closing.join(java.time.Duration.ofSeconds(10))).isTrue();
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

    private static String health(RawConnection connection) {
        connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
        return connection.readThrough("}}");
    }

    /// The listening socket closes a moment before the handlers learn of it.
    private static String healthUntilRefused(RawConnection connection) {
        String answer = health(connection);
        while (answer.startsWith("HTTP/1.1 200 ")) {
            answer = health(connection);
        }
        return answer;
    }

    private static void awaitRefusalOfNewConnections(TestEdge edge) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (System.nanoTime() < deadline) {
            try {
                edge.connect().close();
            } catch (java.io.UncheckedIOException _) {
                return;
            }
        }
        throw new AssertionError("still accepts connections");
    }
}
