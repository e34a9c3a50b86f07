package dev.waybill.server.provider.github;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.StubProvider.Behaviour;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Apps: how they prove who they are, and that their tokens are asked for once.
class AppTest {
    private static final KeyPair KEYS = keys();
    private static final String MINT = "POST /app/installations/77/access_tokens";
    private static final String LINE = "POST /repos/o/r/issues/1/comments";

    private final GitHubStub github = new GitHubStub();

    @BeforeEach
    void isAnApp() {
        github.without("token")
                .with("app-id", "1001")
                .with("installation-id", "77")
                .with("private-key", pkcs8());
    }

    @AfterEach
    void close() {
        github.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_app_asks_for_a_token_with_its_own_signature(boolean asGitHubHandsItOut)
            throws GeneralSecurityException {
        github.with("private-key", asGitHubHandsItOut ? pkcs1() : pkcs8().replace("\n", "\\n"));
        minting("ghs_first");
        github.http.on(LINE, 201, GitHubStub.COMMENT);

        github.sent(comment());

        String jwt = github.http.matching(MINT).getFirst().header("authorization").substring(7);
        String[] parts = jwt.split("\\.", -1);
        JsonNode claims = decoded(parts[1]);
        assertThat(decoded(parts[0]))
                .isEqualTo(GitHubStub.tree("{\"alg\":\"RS256\",\"typ\":\"JWT\"}"));
        assertThat(claims.path("iss").asString()).isEqualTo("1001");
        assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(600);
        assertThat(signed(parts)).isTrue();
        assertThat(github.http.matching(LINE).getFirst().header("authorization"))
                .isEqualTo("Bearer ghs_first");
    }

    @Test
    void twenty_at_once_ask_for_one_token() throws Exception {
        CountDownLatch wanted = new CountDownLatch(1);
        github.http
                .on(MINT, new Behaviour.Held(wanted, minted("ghs_first", 3600)))
                .on(LINE, 201, GitHubStub.COMMENT);

        List<Outcome> outcomes = twenty(wanted);

        assertThat(outcomes).hasSize(20).allMatch(Outcome.Sent.class::isInstance);
        assertThat(github.http.matching(MINT)).hasSize(1);
    }

    @Test
    void and_for_one_more_when_it_has_ended() throws Exception {
        github.http
                .on(MINT, minted("ghs_first", 3600))
                .on(MINT, minted("ghs_second", 7200))
                .on(LINE, 201, GitHubStub.COMMENT);
        github.sent(comment());
        github.later(Duration.ofMinutes(54));
        github.sent(comment());
        assertThat(github.http.matching(MINT)).hasSize(1);
        github.later(Duration.ofMinutes(2));

        List<Outcome> outcomes = twenty(new CountDownLatch(1));

        assertThat(outcomes).hasSize(20).allMatch(Outcome.Sent.class::isInstance);
        assertThat(github.http.matching(MINT)).hasSize(2);
        assertThat(github.http.journal().getLast().header("authorization"))
                .isEqualTo("Bearer ghs_second");
    }

    @Test
    void a_token_that_ended_before_its_time_is_replaced_once() {
        github.http
                .on(MINT, minted("ghs_first", 3600))
                .on(MINT, minted("ghs_second", 3600))
                .on(LINE, 401, "{\"message\":\"Bad credentials\"}")
                .on(LINE, 201, GitHubStub.COMMENT);

        github.sent(comment());

        assertThat(github.http.matching(LINE))
                .extracting(request -> request.header("authorization"))
                .containsExactly("Bearer ghs_first", "Bearer ghs_second");
    }

    @Test
    void nor_do_twenty_replace_it_twenty_times() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        Behaviour.Answer ended =
                new Behaviour.Answer(401, Map.of(), "{\"message\":\"Bad credentials\"}");
        github.http
                .on(MINT, minted("ghs_first", 3600))
                .on(MINT, minted("ghs_second", 3600))
                .on(LINE, 201, GitHubStub.COMMENT);
        github.sent(comment());
        for (int i = 0; i < 20; i++) {
            github.http.on(LINE, new Behaviour.Held(all, ended));
        }
        github.http.on(LINE, 201, GitHubStub.COMMENT);
        github.sent(comment());
        Thread.ofVirtual().start(() -> openOnce(all, 22));

        List<Outcome> outcomes = twenty(new CountDownLatch(1));

        assertThat(outcomes).hasSize(20).allMatch(Outcome.Sent.class::isInstance);
        assertThat(github.http.matching(MINT)).hasSize(2);
    }

    @Test
    void and_not_again_and_again() {
        minting("ghs_first");
        github.http.on(LINE, 401, "{\"message\":\"Bad credentials\"}");

        assertThat(github.refused(comment()).fault()).isEqualTo(ProviderFault.AUTH);
        assertThat(github.http.matching(MINT)).hasSize(2);
        assertThat(github.http.matching(LINE)).hasSize(2);
    }

    @Test
    void a_plain_token_has_no_other() {
        github.with("token", GitHubStub.TOKEN)
                .http
                .on(LINE, 401, "{\"message\":\"Bad credentials\"}");

        assertThat(github.refused(comment()).fault()).isEqualTo(ProviderFault.AUTH);
        assertThat(github.http.journal()).hasSize(1);
    }

    @Test
    void a_credential_of_the_same_name_gets_no_token_of_another() {
        minting("ghs_first");
        github.http
                .on("POST /app/installations/78/access_tokens", minted("ghs_other", 3600))
                .on(LINE, 201, GitHubStub.COMMENT);

        github.sent(comment());
        github.sent(github.with("installation-id", "78").comment("{\"body\":\"hi\"}"));

        assertThat(github.http.matching(LINE))
                .extracting(request -> request.header("authorization"))
                .containsExactly("Bearer ghs_first", "Bearer ghs_other");
    }

    @ParameterizedTest
    @CsvSource({
        "401,AUTH",
        "403,AUTH",
        "404,AUTH",
        "422,AUTH",
        "503,UNAVAILABLE",
        "429,RATE_LIMITED"
    })
    void that_there_is_no_token_is_told_as_what_it_is(int status, ProviderFault fault) {
        github.http.on(MINT, status, "{\"message\":\"no\"}");

        assertThat(github.refused(comment()).fault()).isEqualTo(fault);
        assertThat(github.http.matching(LINE)).isEmpty();
    }

    @Test
    void a_token_that_does_not_come_is_no_harm() {
        github.http.cut(MINT).on(LINE, 201, GitHubStub.COMMENT);

        assertThat(github.refused(comment()).fault()).isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"})
    void a_key_that_is_none_is_told(String key) {
        Outcome.Refused refused =
                github.refused(github.with("private-key", key).comment("{\"body\":\"hi\"}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.AUTH);
        assertThat(refused.message()).contains("private-key").doesNotContain("AAAA");
    }

    @Test
    void half_a_credential_is_none() {
        Outcome.Refused refused =
                github.refused(github.without("installation-id").comment("{\"body\":\"hi\"}"));

        assertThat(refused.message()).contains("neither token nor app-id");
    }

    @Test
    void an_app_knows_its_reviews_by_the_name_of_its_bot() {
        minting("ghs_first");
        github.http
                .on(
                        "GET /repos/o/r/pulls/1/reviews",
                        200,
                        "[{\"id\":8,\"state\":\"PENDING\",\"user\":{\"login\":\"helper\"}},{\"id\":9,\"state\":\"PENDING\",\"user\":{\"login\":\"helper[bot]\"}}]")
                .on("GET /app", 200, "{\"slug\":\"helper\"}")
                .on(
                        "POST /repos/o/r/pulls/1/reviews/9/events",
                        200,
                        "{\"id\":9,\"state\":\"APPROVED\"}");

        github.sent(github.pull("submit_review", "{\"event\":\"APPROVE\"}"));

        assertThat(github.http.matching("GET /app").getFirst().header("authorization"))
                .startsWith("Bearer ey");
    }

    @Test
    void the_token_is_not_in_what_is_kept() {
        String token = "ghs_" + "0123456789".repeat(4);
        minting(token);
        github.http.on(LINE, 201, GitHubStub.COMMENT);
        Job job = comment();

        github.sent(job);

        assertThat(job.wire().exchanges()).hasSize(2);
        assertThat(job.wire().exchanges().toString()).doesNotContain(token);
    }

    private List<Outcome> twenty(CountDownLatch ready)
            throws InterruptedException, ExecutionException {
        List<Future<Outcome>> sending = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                sending.add(threads.submit(() -> github.invoke(comment())));
            }
            ready.countDown();
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Future<Outcome> each : sending) {
            outcomes.add(each.get());
        }
        return outcomes;
    }

    /// When so many requests have come.
    private void openOnce(CountDownLatch latch, int requests) {
        Instant deadline = Instant.now().plusSeconds(20);
        while (github.http.matching(LINE).size() < requests && Instant.now().isBefore(deadline)) {
            Thread.onSpinWait();
        }
        latch.countDown();
    }

    private void minting(String token) {
        github.http.on(MINT, minted(token, 3600));
    }

    private static Behaviour.Answer minted(String token, int seconds) {
        Instant expires = GitHubStub.START.plusSeconds(seconds);
        return new Behaviour.Answer(
                201,
                Map.of(),
                "{\"token\":\"%s\",\"expires_at\":\"%s\"}".formatted(token, expires));
    }

    private Job comment() {
        return github.comment("{\"body\":\"hi\"}");
    }

    private static JsonNode decoded(String part) {
        return GitHubStub.tree(new String(Base64.getUrlDecoder().decode(part), UTF_8));
    }

    private static boolean signed(String[] parts) throws GeneralSecurityException {
        Signature checking = Signature.getInstance("SHA256withRSA");
        checking.initVerify(KEYS.getPublic());
        checking.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
        return checking.verify(Base64.getUrlDecoder().decode(parts[2]));
    }

    private static String pkcs8() {
        return pem("PRIVATE KEY", KEYS.getPrivate().getEncoded());
    }

    /// What PKCS#8 holds after 26 bytes that say it is an RSA key of this length.
    private static String pkcs1() {
        byte[] pkcs8 = KEYS.getPrivate().getEncoded();
        return pem("RSA PRIVATE KEY", Arrays.copyOfRange(pkcs8, 26, pkcs8.length));
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind);
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
