package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.StubProvider.Behaviour;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// How GitHub says no, and what that means: vectors 31 and 32.
class FailuresTest {
    private static final String LINE = "POST /repos/o/r/issues/1/comments";
    private static final String NO = "{\"message\":\"no\"}";

    private final GitHubStub github = new GitHubStub();

    @AfterEach
    void close() {
        github.close();
    }

    @ParameterizedTest
    @CsvSource({
        "400,REJECTED",
        "401,AUTH",
        "403,AUTH",
        "404,NOT_FOUND",
        "405,REJECTED",
        "409,REJECTED",
        "410,REJECTED",
        "415,REJECTED",
        "422,REJECTED",
        "451,REJECTED",
        "408,UNAVAILABLE",
        "302,REJECTED"
    })
    void each_status_has_its_meaning(int status, ProviderFault fault) {
        github.http.on(LINE, status, NO);

        assertThat(refused().fault()).isEqualTo(fault);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void a_server_that_broke_may_have_done_it(int status) {
        github.http.on(LINE, status, NO);

        assertThat(github.unclear(github.comment("{\"body\":\"hi\"}")).evidence().providerStatus())
                .isEqualTo(status);
    }

    @Test
    void one_that_says_when_to_come_back_has_not() {
        github.http.on(LINE, 503, Map.of("Retry-After", "9"), NO);

        assertThat(refused().fault()).isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @Test
    void a_refusal_is_told_in_githubs_own_words() {
        github.http.on(
                LINE,
                422,
                Map.of("x-github-request-id", "A1"),
                "{\"message\":\"Validation Failed\",\"errors\":[{\"field\":\"data\",\"code\":\"invalid\",\"message\":\"Body is too long\"},{\"field\":\"x\",\"code\":\"missing\"}],\"documentation_url\":\"d\"}");

        Outcome.Refused refused = refused();

        ObjectNode details = Objects.requireNonNull(refused.details());
        assertThat(refused.message())
                .isEqualTo("GitHub answered 422: Validation Failed (Body is too long; x missing)");
        assertThat(refused.evidence()).isEqualTo(Evidence.of(422, "A1"));
        assertThat(details.path("providerStatus").asInt()).isEqualTo(422);
        assertThat(details.path("message").asString()).isEqualTo("Validation Failed");
        assertThat(details.path("body").path("errors")).hasSize(2);
    }

    @Test
    void a_page_instead_of_an_answer_is_kept_short() {
        github.http.on(LINE, 422, "<html>" + "x".repeat(100_000));

        Outcome.Refused refused = refused();

        assertThat(refused.message()).isEqualTo("GitHub answered 422");
        assertThat(Objects.requireNonNull(refused.details()).path("body").asString())
                .hasSizeLessThan(5000);
    }

    @Test
    void the_hourly_limit_ends_when_github_says() {
        long reset = GitHubStub.START.plusSeconds(754).getEpochSecond();
        github.http.on(
                LINE,
                403,
                Map.of("x-ratelimit-remaining", "0", "x-ratelimit-reset", String.valueOf(reset)),
                "{\"message\":\"API rate limit exceeded\"}");

        assertThat(limited(1)).isEqualTo(Duration.ofSeconds(754));
    }

    @Test
    void and_not_in_the_past_nor_never() {
        github.http
                .on(LINE, 429, Map.of("x-ratelimit-remaining", "0", "x-ratelimit-reset", "5"), NO)
                .on(
                        LINE,
                        429,
                        Map.of("x-ratelimit-remaining", "0", "x-ratelimit-reset", "99999999999"),
                        NO);

        assertThat(limited(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(limited(1)).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 429})
    void too_much_at_once_ends_when_github_says(int status) {
        github.http.on(LINE, status, Map.of("retry-after", "1", "x-ratelimit-remaining", "9"), NO);

        assertThat(limited(1)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "You have exceeded a secondary rate limit.",
                "You have triggered an abuse detection mechanism."
            })
    void or_in_a_minute_and_later_each_time(String words) {
        github.http.on(LINE, 403, "{\"message\":\"" + words + "\"}");

        assertThat(limited(1)).isEqualTo(Duration.ofMinutes(1));
        assertThat(limited(2)).isEqualTo(Duration.ofMinutes(2));
        assertThat(limited(3)).isEqualTo(Duration.ofMinutes(4));
        assertThat(limited(30)).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void after_a_limit_it_goes_on() {
        github.http.on(LINE, 403, Map.of("retry-after", "1"), NO).on(LINE, 201, GitHubStub.COMMENT);

        assertThat(limited(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(github.invoke(GitHubStub.again(comment(), 2))).isInstanceOf(Outcome.Sent.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 60})
    void what_was_cut_off_is_unclear(int after) {
        github.http.on(
                LINE,
                new Behaviour.Cut(new Behaviour.Answer(201, Map.of(), GitHubStub.COMMENT), after));

        assertThat(github.invoke(comment())).isInstanceOf(Outcome.Unclear.class);
    }

    @Test
    void what_is_not_answered_in_time_is_unclear() {
        CountDownLatch never = new CountDownLatch(1);
        github.answeringWithin(Duration.ofMillis(200))
                .http
                .on(
                        LINE,
                        new Behaviour.Held(
                                never, new Behaviour.Answer(201, Map.of(), GitHubStub.COMMENT)));

        Outcome outcome = github.invoke(comment());

        never.countDown();
        assertThat(outcome).isInstanceOf(Outcome.Unclear.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<html>ok</html>", "", "[]", "{}", "{\"id\":\"x\"}", "{\"id\":12", "nul"})
    void a_yes_that_shows_nothing_is_unclear(String body) {
        github.http.on(LINE, 201, body);

        Outcome.Unclear unclear = github.unclear(comment());

        assertThat(unclear.evidence().providerStatus()).isEqualTo(201);
    }

    @Test
    void unless_it_may_simply_be_done_again() {
        github.http
                .on("PATCH /repos/o/r/issues/1", 200, "<html>")
                .on("POST /repos/o/r/issues/1/reactions", 201, "<html>")
                .cut("DELETE /repos/o/r/issues/1/reactions/3");

        assertThat(github.refused(github.pull("close_issue", "{}")).fault())
                .isEqualTo(ProviderFault.UNAVAILABLE);
        assertThat(github.refused(github.pull("add_reaction", "{\"content\":\"eyes\"}")).fault())
                .isEqualTo(ProviderFault.UNAVAILABLE);
        assertThat(github.refused(github.pull("remove_reaction", "{\"reactionId\":3}")).fault())
                .isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @Test
    void what_only_looked_and_was_cut_off_has_done_nothing() {
        github.http.cut("GET /repos/o/r/pulls/1/reviews");

        Outcome.Refused refused =
                github.refused(github.pull("submit_review", "{\"event\":\"APPROVE\"}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @Test
    void a_list_that_is_none_has_done_nothing() {
        github.http.on("GET /repos/o/r/pulls/1/reviews", 200, "<html>");

        Outcome.Refused refused =
                github.refused(github.pull("submit_review", "{\"event\":\"APPROVE\"}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "base-url,ftp://x,does not begin with http",
        "base-url,http://x/?a=b,more than a path",
        "token,a b,characters"
    })
    void a_credential_that_makes_no_sense_is_not_used(String field, String value, String words) {
        Outcome.Refused refused =
                github.refused(github.with(field, value).comment("{\"body\":\"hi\"}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.AUTH);
        assertThat(refused.message()).contains(words);
        assertThat(github.http.journal()).isEmpty();
    }

    @Test
    void no_secret_is_left_in_what_is_kept() {
        github.http.on(LINE, 422, "{\"message\":\"bad token " + GitHubStub.TOKEN + "\"}");
        Job job = comment();

        Outcome.Refused refused = github.refused(job);

        assertThat(refused.toString()).doesNotContain(GitHubStub.TOKEN);
        assertThat(job.wire().exchanges().toString())
                .contains("422")
                .doesNotContain(GitHubStub.TOKEN);
    }

    private Duration limited(int attempt) {
        Outcome.Refused refused = github.refused(GitHubStub.again(comment(), attempt));
        assertThat(refused.fault()).isEqualTo(ProviderFault.RATE_LIMITED);
        return Objects.requireNonNull(refused.retryAfter());
    }

    private Outcome.Refused refused() {
        return github.refused(comment());
    }

    private Job comment() {
        return github.comment("{\"body\":\"hi\"}");
    }
}
