package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.schema.JsonSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reviews: vector 35, and how they are started, submitted once and thrown away.
class ReviewsTest {
    private static final String REVIEWS = "/repos/o/r/pulls/1/reviews";
    private static final String APPROVED =
            """
            {"id":12,"state":"APPROVED","html_url":"https://github.com/o/r/pull/1#r12","submitted_at":"2026-04-24T10:00:01Z","user":{"login":"bot"}}""";
    private static final String PENDING =
            """
            {"id":9,"state":"PENDING","user":{"login":"bot"},"body":""}""";

    private final GitHubStub github = new GitHubStub();

    @AfterEach
    void close() {
        github.close();
    }

    @Test
    void one_that_was_not_started_is_submitted_in_one_call() {
        github.http.on("GET " + REVIEWS, 200, "[]").on("POST " + REVIEWS, 200, APPROVED);

        Outcome.Sent sent = github.sent(submit("{\"event\":\"APPROVE\"}"));

        assertThat(sent.note()).isEqualTo("submitted GitHub review");
        assertThat(sent.result())
                .hasToString(
                        "{\"reviewId\":12,\"state\":\"APPROVED\",\"url\":\"https://github.com/o/r/pull/1#r12\",\"submittedAt\":\"2026-04-24T10:00:01Z\"}");
        assertThat(github.body("POST " + REVIEWS)).isEqualTo("{\"event\":\"APPROVE\"}");
        assertThat(github.http.lines().getFirst()).isEqualTo("GET " + REVIEWS + "?per_page=100");
    }

    @Test
    void what_is_silent_stays_silent_even_where_texts_are_marked() {
        github.without("marker")
                .http
                .on("GET " + REVIEWS, 200, "[]")
                .on("POST " + REVIEWS, 200, APPROVED);

        github.sent(submit("{\"event\":\"APPROVE\"}"));

        assertThat(github.body("POST " + REVIEWS)).isEqualTo("{\"event\":\"APPROVE\"}");
    }

    @Test
    void one_that_we_started_is_submitted_and_not_those_of_others() {
        String others = "{\"id\":8,\"state\":\"PENDING\",\"user\":{\"login\":\"eve\"}}";
        github.http
                .on("GET " + REVIEWS, 200, "[" + others + "," + PENDING + "]")
                .on("GET /user", 200, "{\"login\":\"bot\"}")
                .on("POST " + REVIEWS + "/9/events", 200, APPROVED);

        github.sent(submit("{\"event\":\"APPROVE\",\"body\":\"fine\"}"));
        github.sent(submit("{\"event\":\"APPROVE\"}"));

        assertThat(github.http.matching("POST .*/9/events")).hasSize(2);
        assertThat(github.http.matching("POST .*/9/events").getFirst().body())
                .isEqualTo("{\"event\":\"APPROVE\",\"body\":\"fine\"}");
        assertThat(github.http.matching("GET /user")).hasSize(1);
    }

    @Test
    void where_github_does_not_tell_who_we_are_a_pending_review_is_ours() {
        github.http
                .on("GET " + REVIEWS, 200, "[" + PENDING + "]")
                .on("GET /user", 403, "{\"message\":\"Resource not accessible by integration\"}")
                .on("POST " + REVIEWS + "/9/events", 200, APPROVED);

        github.sent(submit("{\"event\":\"APPROVE\"}"));

        assertThat(github.http.matching("POST .*/9/events")).hasSize(1);
    }

    @Test
    void one_that_is_named_is_submitted_without_a_look() {
        github.http.on("POST " + REVIEWS + "/9/events", 200, APPROVED);

        github.sent(submit("{\"event\":\"COMMENT\",\"reviewId\":9}"));

        assertThat(github.http.lines()).containsExactly("POST " + REVIEWS + "/9/events");
    }

    @Test
    void one_that_the_handle_names_is_submitted_if_it_was_not() {
        github.http
                .on("GET " + REVIEWS + "/9", 200, PENDING)
                .on("GET " + REVIEWS + "/9", 200, APPROVED)
                .on("POST " + REVIEWS + "/9/events", 200, APPROVED)
                .on("GET " + REVIEWS, 200, "[]")
                .on("POST " + REVIEWS, 200, APPROVED);
        Job job =
                github.job(
                        "pull_request_review",
                        "review:9",
                        "submit_review",
                        "{\"event\":\"APPROVE\"}");

        github.sent(job);
        github.sent(job);

        assertThat(github.http.matching("POST .*").stream().map(request -> request.line()))
                .containsExactly("POST " + REVIEWS + "/9/events", "POST " + REVIEWS);
    }

    @Test
    void one_that_was_submitted_so_already_is_submitted() {
        github.http
                .on("POST " + REVIEWS + "/12/events", 422, "{\"message\":\"Unprocessable Entity\"}")
                .on("GET " + REVIEWS + "/12", 200, APPROVED);

        Outcome.Sent same = github.sent(submit("{\"event\":\"APPROVE\",\"reviewId\":12}"));
        Outcome.Refused other = github.refused(submit("{\"event\":\"COMMENT\",\"reviewId\":12}"));

        assertThat(same.result().path("alreadySubmitted").asBoolean()).isTrue();
        assertThat(other.fault()).isEqualTo(ProviderFault.REJECTED);
    }

    @Test
    void comments_on_lines_are_spelled_as_github_does() {
        github.http.on("GET " + REVIEWS, 200, "[]").on("POST " + REVIEWS, 200, APPROVED);
        String commit = "a".repeat(40);

        github.sent(
                submit(
                        "{\"event\":\"COMMENT\",\"commitId\":\"%s\",\"comments\":[{\"path\":\"a.c\",\"body\":\"b\",\"line\":4,\"startLine\":2,\"startSide\":\"LEFT\",\"side\":\"RIGHT\"}]}"
                                .formatted(commit)));

        assertThat(github.body("POST " + REVIEWS))
                .isEqualTo(
                        "{\"commit_id\":\"%s\",\"comments\":[{\"path\":\"a.c\",\"body\":\"b\",\"line\":4,\"start_line\":2,\"start_side\":\"LEFT\",\"side\":\"RIGHT\"}],\"event\":\"COMMENT\"}"
                                .formatted(commit));
    }

    @Test
    void a_review_that_was_started_takes_no_more_comments() {
        github.http
                .on("GET " + REVIEWS, 200, "[" + PENDING + "]")
                .on("GET /user", 200, "{\"login\":\"bot\"}");

        Outcome.Refused refused =
                github.refused(
                        submit(
                                "{\"event\":\"COMMENT\",\"comments\":[{\"path\":\"a\",\"body\":\"b\",\"line\":1}]}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.INPUT);
        assertThat(github.http.matching("POST .*")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"event\":\"COMMENT\",\"body\":\"  \"}",
                "{\"event\":\"REQUEST_CHANGES\",\"comments\":[]}"
            })
    void to_say_something_one_has_to_say_something(String input) {
        Outcome.Refused refused = github.refused(submit(input));

        assertThat(refused.fault()).isEqualTo(ProviderFault.INPUT);
        assertThat(github.http.journal()).isEmpty();
    }

    @Test
    void which_the_schema_knows_too() {
        JsonSchema schema =
                JsonSchema.read(submit("{\"event\":\"APPROVE\"}").operation().inputSchema());

        assertThat(schema.violations(GitHubStub.tree("{\"event\":\"COMMENT\"}"))).isNotEmpty();
        assertThat(schema.violations(GitHubStub.tree("{\"event\":\"COMMENT\",\"body\":\"\"}")))
                .isNotEmpty();
        assertThat(schema.violations(GitHubStub.tree("{\"event\":\"COMMENT\",\"body\":\"a\"}")))
                .isEmpty();
    }

    @Test
    void a_started_review_has_no_event_and_always_a_marker() {
        github.without("marker").http.on("POST " + REVIEWS, 200, PENDING);

        Outcome.Sent sent = github.sent(github.pull("start_review", "{}"));

        assertThat(sent.result()).hasToString("{\"reviewId\":9,\"state\":\"PENDING\"}");
        assertThat(github.body("POST " + REVIEWS))
                .isEqualTo("{\"body\":\"<!-- waybill:" + GitHubStub.DELIVERY + " -->\"}");
    }

    @Test
    void one_that_nobody_heard_of_is_found_by_its_marker_or_by_who_wrote_it() {
        github.without("marker")
                .http
                .on(
                        "GET " + REVIEWS,
                        200,
                        "["
                                + APPROVED
                                + ",{\"id\":13,\"state\":\"COMMENTED\",\"body\":\"x <!-- waybill:"
                                + GitHubStub.DELIVERY
                                + " -->\"}]")
                .on("GET /user", 200, "{\"login\":\"bot\"}");

        assertThat(found(submit("{\"event\":\"COMMENT\",\"body\":\"x\"}"))).isEqualTo(13);
        assertThat(found(github.pull("start_review", "{}"))).isEqualTo(13);
        assertThat(found(submit("{\"event\":\"APPROVE\"}"))).isEqualTo(12);
        assertThat(github.reconcile(submit("{\"event\":\"REQUEST_CHANGES\",\"body\":\"x\"}")))
                .isEqualTo(new Finding.NotDone());
    }

    @Test
    void an_old_approval_is_not_the_new_one() {
        github.http
                .on("GET " + REVIEWS, 200, "[" + APPROVED.replace("2026-04-24", "2026-04-23") + "]")
                .on("GET /user", 200, "{\"login\":\"bot\"}");

        assertThat(github.reconcile(submit("{\"event\":\"APPROVE\"}")))
                .isEqualTo(new Finding.NotDone());
    }

    @Test
    void our_pending_review_is_thrown_away() {
        github.http
                .on("GET " + REVIEWS, 200, "[" + PENDING + "]")
                .on("GET " + REVIEWS, 200, "[]")
                .on("GET /user", 200, "{\"login\":\"bot\"}")
                .on("DELETE " + REVIEWS + "/9", 200, PENDING);
        Job job = github.pull("discard_review", "{}");

        Outcome.Sent sent = github.sent(job);
        Finding found = github.reconcile(job);
        Outcome.Refused none = github.refused(job);

        assertThat(sent.result()).hasToString("{\"discarded\":true,\"reviewId\":9}");
        assertThat(found).isInstanceOf(Finding.Done.class);
        assertThat(none.fault()).isEqualTo(ProviderFault.REJECTED);
    }

    @Test
    void what_was_submitted_cannot_be_thrown_away() {
        github.http.on(
                "DELETE " + REVIEWS + "/12", 422, "{\"message\":\"Can not delete a non-pending\"}");

        Outcome.Refused refused =
                github.refused(github.pull("discard_review", "{\"reviewId\":12}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED);
    }

    private long found(Job job) {
        Finding.Done done = (Finding.Done) github.reconcile(job);
        return done.sent().result().path("reviewId").asLong();
    }

    private Job submit(String input) {
        return github.pull("submit_review", input);
    }
}
