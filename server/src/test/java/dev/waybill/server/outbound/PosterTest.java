package dev.waybill.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.config.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PosterTest {
    private static final List<Network> LOOPBACK = List.of(Network.of("127.0.0.0/8"));
    private static final Duration LIMIT = Duration.ofMillis(300);

    private Receiver receiver;

    @BeforeEach
    void start() {
        receiver = Receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void a_request_arrives_as_it_was_written() throws Exception {
        receiver.answer(201, Map.of("X-Seen", "yes"));

        HttpAnswer answer = patient().send(post(receiver.url()));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("x-seen")).hasValue("yes");
        Receiver.Request request = receiver.requests().getFirst();
        assertThat(request.path()).isEqualTo("/in?a=b");
        assertThat(request.header("X-one")).isEqualTo("1");
        assertThat(request.body()).isEqualTo("{\"ö\":1}");
    }

    @Test
    void a_redirect_is_an_answer_and_not_followed() throws Exception {
        receiver.answer(302, Map.of("Location", "/elsewhere"));

        assertThat(patient().send(post(receiver.url())).status()).isEqualTo(302);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void a_receiver_that_does_not_answer_costs_no_more_than_the_limit() {
        receiver.hold();

        assertThatThrownBy(
                        () ->
                                new Poster(new TargetGuard(LOOPBACK), LIMIT)
                                        .send(post(receiver.url())))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void a_receiver_that_takes_no_bytes_costs_no_more_than_the_limit() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + deaf.getLocalPort() + "/";
            HttpCall large = HttpCall.post(parsed(url), Map.of(), "x".repeat(20 << 20));

            assertThatThrownBy(() -> new Poster(new TargetGuard(LOOPBACK), LIMIT).send(large))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void a_name_that_comes_to_mean_a_private_address_is_not_called() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        TargetGuard guard =
                new TargetGuard(
                        List.of(),
                        _ ->
                                new InetAddress[] {
                                    InetAddress.ofLiteral(
                                            lookups.getAndIncrement() == 0
                                                    ? "8.8.8.8"
                                                    : "127.0.0.1")
                                });
        String url = "http://rebinding.example:" + receiver.port() + "/";
        assertThat(guard.vet(parsed(url))).hasSize(1);

        assertThatThrownBy(() -> new Poster(guard, LIMIT).send(post(url)))
                .isInstanceOf(RefusedTarget.class);
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void a_call_goes_to_the_address_that_was_vetted() throws Exception {
        TargetGuard guard =
                new TargetGuard(
                        LOOPBACK, _ -> new InetAddress[] {InetAddress.ofLiteral("127.0.0.1")});

        patient(guard).send(post("http://nowhere.example:" + receiver.port() + "/"));

        assertThat(receiver.requests().getFirst().header("Host"))
                .isEqualTo("nowhere.example:" + receiver.port());
    }

    private static Poster patient() {
        return patient(new TargetGuard(LOOPBACK));
    }

    private static Poster patient(TargetGuard guard) {
        return new Poster(guard, Duration.ofSeconds(10));
    }

    private static HttpCall post(String url) throws RefusedTarget {
        return HttpCall.post(parsed(url), Map.of("X-One", "1"), "{\"ö\":1}");
    }

    private static java.net.URI parsed(String url) throws RefusedTarget {
        return TargetGuard.parse(url);
    }
}
