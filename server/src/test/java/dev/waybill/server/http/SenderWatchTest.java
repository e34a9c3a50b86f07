package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Route;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SenderWatchTest {
    private static final String WAIT = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String LAST =
            "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch unwanted = new CountDownLatch(1);

    @AfterEach
    void release() {
        released.countDown();
    }

    @Test
    void who_goes_away_no_longer_wants_an_answer() throws Exception {
        try (TestEdge edge = TestEdge.with(waiting())) {
            RawConnection leaving = edge.connect();
            leaving.send(WAIT);
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

            leaving.close();

            assertThat(unwanted.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void what_was_sent_behind_the_request_is_answered_after_it() throws Exception {
        try (TestEdge edge = TestEdge.with(waiting());
                RawConnection eager = edge.connect()) {
            eager.send(WAIT);
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            eager.send(LAST);
            assertThat(unwanted.await(300, TimeUnit.MILLISECONDS)).isFalse();
            released.countDown();

            String answers = eager.readToEnd();

            assertThat(answers).startsWith("HTTP/1.1 200 ").contains("{\"ok\":true}");
            assertThat(answers.indexOf("\"1.2.3\""))
                    .isGreaterThan(answers.indexOf("{\"ok\":true}"));
        }
    }

    @Test
    void who_waits_may_be_silent_for_longer_than_others() throws Exception {
        HttpConfig limits =
                new HttpConfig(
                        1000,
                        4096,
                        100,
                        Duration.ofMillis(200),
                        Duration.ofSeconds(10),
                        1 << 20,
                        1000,
                        100);
        try (TestEdge edge = TestEdge.with(limits, waiting());
                RawConnection silent = edge.connect()) {
            silent.send(WAIT);
            assertThat(unwanted.await(1, TimeUnit.SECONDS)).isFalse();
            released.countDown();

            assertThat(silent.readThrough("{\"ok\":true}")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_server_that_stops_does_not_let_anyone_wait() throws Exception {
        try (TestEdge edge = TestEdge.with(waiting());
                RawConnection underWay = edge.connect()) {
            underWay.send(WAIT);
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

            Thread closing = Thread.startVirtualThread(edge.edge::close);

            assertThat(unwanted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(underWay.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("{\"ok\":true}");
            assertThat(closing.join(Duration.ofSeconds(5))).isTrue();
        }
    }

    private Route waiting() {
        return Route.get("/wait", Access.anyone()).summary("Waits.").to(this::answer);
    }

    private Answer answer(Call call) throws InterruptedException {
        while (!released.await(20, TimeUnit.MILLISECONDS)) {
            if (!call.wanted()) {
                unwanted.countDown();
                break;
            }
            entered.countDown();
        }
        return Answer.done();
    }
}
