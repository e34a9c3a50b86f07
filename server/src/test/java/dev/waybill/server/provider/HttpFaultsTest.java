package dev.waybill.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.StubProvider.Behaviour;
import dev.waybill.server.provider.discord.DiscordExample;
import dev.waybill.server.provider.feishu.FeishuExample;
import dev.waybill.server.provider.matrix.MatrixExample;
import dev.waybill.server.provider.slack.SlackExample;
import dev.waybill.server.provider.sms.SmsExample;
import dev.waybill.server.provider.telegram.TelegramExample;
import dev.waybill.server.provider.webhook.DeclaredExample;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What the ills of HTTP mean, whoever the provider is: every operation of every surface is tried with each of them.
@ParameterizedClass
@MethodSource("examples")
class HttpFaultsTest {
    private static final Duration PLENTY = Duration.ofSeconds(10);

    private final Supplier<HttpExample> maker;

    HttpFaultsTest(Supplier<HttpExample> maker) {
        this.maker = maker;
    }

    static List<Supplier<HttpExample>> examples() {
        return List.of(
                FeishuExample::new,
                SlackExample::new,
                SmsExample::new,
                MatrixExample::new,
                DiscordExample::new,
                TelegramExample::new,
                DeclaredExample::new);
    }

    private interface Preparation {
        HttpExample of(HttpExample fresh);
    }

    private interface Check {
        void on(Outcome outcome, HttpExample example);
    }

    @Test
    void five_hundreds_may_be_tried_again() throws InterruptedException {
        for (int status : List.of(500, 502, 503)) {
            each(
                    fresh -> fresh.misbehaving(answer(status, "<html>Bad Gateway</html>")),
                    PLENTY,
                    (outcome, _) -> assertRefused(outcome, ProviderFault.UNAVAILABLE));
        }
    }

    @Test
    void a_gateway_that_waited_in_vain_leaves_it_open() throws InterruptedException {
        List<String> bodies =
                List.of(
                        "",
                        "{\"ok\":false,\"error_code\":504,\"description\":\"Gateway Timeout\"}",
                        "{\"code\":20504,\"message\":\"Gateway Timeout\"}",
                        "{\"ok\":false,\"error\":\"service_unavailable\"}",
                        "{\"errcode\":\"M_UNKNOWN\",\"error\":\"Gateway Timeout\"}");
        for (String body : bodies) {
            each(
                    fresh -> fresh.misbehaving(answer(504, body)),
                    PLENTY,
                    (outcome, _) ->
                            assertThat(outcome).as(body).isInstanceOf(Outcome.Unclear.class));
        }
    }

    @Test
    void too_much_at_once_says_how_long_to_wait() throws InterruptedException {
        each(
                fresh ->
                        fresh.misbehaving(
                                new Behaviour.Answer(429, Map.of("Retry-After", "7"), "slow down")),
                PLENTY,
                (outcome, _) -> {
                    assertRefused(outcome, ProviderFault.RATE_LIMITED);
                    assertThat(((Outcome.Refused) outcome).retryAfter())
                            .isEqualTo(Duration.ofSeconds(7));
                });
    }

    @Test
    void a_refusal_is_told_with_its_status() throws InterruptedException {
        each(
                fresh -> fresh.misbehaving(answer(422, "no")),
                PLENTY,
                (outcome, _) -> {
                    assertRefused(outcome, ProviderFault.REJECTED);
                    Outcome.Refused refused = (Outcome.Refused) outcome;
                    assertThat(
                                    Objects.requireNonNull(refused.details())
                                            .path("providerStatus")
                                            .asInt())
                            .isEqualTo(422);
                    assertThat(refused.evidence().providerStatus()).isEqualTo(422);
                });
    }

    @Test
    void who_is_not_known_is_not_let_in() throws InterruptedException {
        for (int status : List.of(401, 403)) {
            each(
                    fresh -> fresh.misbehaving(answer(status, "who are you")),
                    PLENTY,
                    (outcome, _) -> assertRefused(outcome, ProviderFault.AUTH));
        }
    }

    @Test
    void redirects_are_not_followed() throws InterruptedException {
        for (int status : List.of(301, 302, 307, 308)) {
            each(
                    fresh ->
                            fresh.misbehaving(
                                    new Behaviour.Answer(
                                            status,
                                            Map.of("Location", fresh.stub().url() + "/elsewhere"),
                                            "")),
                    PLENTY,
                    (outcome, example) -> {
                        assertRefused(outcome, ProviderFault.REJECTED);
                        assertThat(example.stub().matching(".*/elsewhere.*")).isEmpty();
                    });
        }
    }

    @Test
    void a_connection_that_ends_without_an_answer_leaves_it_open() throws InterruptedException {
        each(
                fresh -> fresh.misbehaving(new Behaviour.Cut(answer(200, ""), 0)),
                PLENTY,
                (outcome, _) -> assertThat(outcome).isInstanceOf(Outcome.Unclear.class));
    }

    @Test
    void an_answer_that_breaks_off_leaves_it_open() throws InterruptedException {
        each(
                HttpExample::breakingOff,
                PLENTY,
                (outcome, _) -> assertThat(outcome).isInstanceOf(Outcome.Unclear.class));
    }

    @Test
    void a_success_that_cannot_be_read_leaves_it_open() throws InterruptedException {
        for (String body : List.of("{bad", "<html>hello</html>", "[]", "null", "")) {
            each(
                    fresh -> fresh.misbehaving(answer(200, body)),
                    PLENTY,
                    (outcome, example) ->
                            assertThat(outcome)
                                    .as(body)
                                    .isInstanceOf(
                                            example.heedsBody()
                                                    ? Outcome.Unclear.class
                                                    : Outcome.Sent.class));
        }
    }

    @Test
    void an_answer_that_does_not_come_in_time_leaves_it_open() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        each(
                fresh -> fresh.misbehaving(new Behaviour.Held(never, answer(200, "{}"))),
                Duration.ofMillis(300),
                (outcome, _) -> assertThat(outcome).isInstanceOf(Outcome.Unclear.class));
        never.countDown();
    }

    @Test
    void who_is_not_reached_was_not_asked() throws InterruptedException {
        each(
                fresh -> {
                    fresh.stub().close();
                    awaitNobody(URI.create(fresh.stub().url()));
                    return fresh;
                },
                PLENTY,
                (outcome, _) -> assertRefused(outcome, ProviderFault.UNAVAILABLE));
    }

    @Test
    void a_credential_of_a_user_leads_into_no_private_network() throws InterruptedException {
        try (HttpExample example = maker.get().happy()) {
            Credential users = new Credential("own", example.credential().fields(), false);

            assertRefused(canonical(example, users), ProviderFault.AUTH);
            assertThat(example.asked()).isZero();
        }
    }

    private static Outcome canonical(HttpExample example, Credential credential)
            throws InterruptedException {
        Surface surface = example.provider().surfaces().getFirst();
        return invoke(example, surface, surface.operations().getFirst(), credential, PLENTY);
    }

    private void each(Preparation preparation, Duration limit, Check check)
            throws InterruptedException {
        try (HttpExample shown = maker.get()) {
            for (Surface surface : shown.provider().surfaces()) {
                for (Operation operation : surface.operations()) {
                    try (HttpExample example = preparation.of(maker.get())) {
                        Outcome outcome =
                                invoke(example, surface, operation, example.credential(), limit);
                        check.on(outcome, example);
                    }
                }
            }
        }
    }

    private static Outcome invoke(
            HttpExample example,
            Surface surface,
            Operation operation,
            Credential credential,
            Duration limit)
            throws InterruptedException {
        return example.provider()
                .invoke(
                        Jobs.job(
                                example.provider(),
                                example.handle(surface, operation),
                                operation.name(),
                                SampleInput.of(operation.inputSchema(), example.words()),
                                credential,
                                limit));
    }

    /// A listener that was closed may take one more connection.
    private static void awaitNobody(URI address) {
        long end = System.nanoTime() + PLENTY.toNanos();
        while (System.nanoTime() < end) {
            try (Socket socket = new Socket(address.getHost(), address.getPort())) {
                assertThat(socket.isConnected()).isTrue();
            } catch (IOException _) {
                return;
            }
        }
        throw new AssertionError("somebody still listens at " + address);
    }

    private static Behaviour.Answer answer(int status, String body) {
        return new Behaviour.Answer(status, Map.of(), body);
    }

    private static void assertRefused(Outcome outcome, ProviderFault fault) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.fault()).isEqualTo(fault));
    }
}
