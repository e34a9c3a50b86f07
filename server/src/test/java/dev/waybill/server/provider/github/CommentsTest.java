package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Comments and answers in threads: vectors 13, 31, 33.
class CommentsTest {
    private static final String COMMENTS = "/repos/o/r/issues/1/comments";
    private static final String MARKED = "hi\\n\\n<!-- waybill:" + GitHubStub.DELIVERY + " -->";

    private final GitHubStub github = new GitHubStub();

    @AfterEach
    void close() {
        github.close();
    }

    @Test
    void a_comment_is_written_as_it_was_given() {
        github.http.on(
                "POST " + COMMENTS,
                201,
                Map.of("x-github-request-id", "A1:B2"),
                GitHubStub.COMMENT);

        Outcome.Sent sent = github.sent(github.comment("{\"body\":\"hi\"}"));

        String url = "https://github.com/o/r/issues/1#issuecomment-1234";
        assertThat(sent.note()).isEqualTo("sent GitHub issue comment");
        assertThat(sent.result()).hasToString("{\"providerId\":\"1234\",\"url\":\"" + url + "\"}");
        assertThat(sent.evidence()).isEqualTo(new Evidence(201, "A1:B2", "1234", url));
        assertThat(github.body("POST " + COMMENTS)).isEqualTo("{\"body\":\"hi\"}");
    }

    @Test
    void and_marked_with_its_delivery_unless_that_is_switched_off() {
        github.without("marker").http.on("POST " + COMMENTS, 201, GitHubStub.COMMENT);

        github.sent(github.comment("{\"body\":\"hi\"}"));

        assertThat(github.body("POST " + COMMENTS)).isEqualTo("{\"body\":\"" + MARKED + "\"}");
    }

    @Test
    void what_is_too_long_for_github_is_not_even_sent() {
        Outcome.Refused refused = github.refused(github.comment(body("x".repeat(65_537))));

        assertThat(refused.fault()).isEqualTo(ProviderFault.INPUT);
        assertThat(refused.message()).contains("add_comment", "body", "65536");
        assertThat(github.http.journal()).isEmpty();
    }

    @Test
    void what_leaves_no_room_for_the_marker_goes_without() {
        github.without("marker").http.on("POST " + COMMENTS, 201, GitHubStub.COMMENT);
        Job job = github.comment(body("\ud83d\ude00".repeat(65_536)));

        github.sent(job);

        assertThat(github.body("POST " + COMMENTS)).doesNotContain("waybill");
        assertThat(github.reconcile(job)).isEqualTo(new Finding.Unknowable());
    }

    @Test
    void a_comment_nobody_heard_of_is_found_by_its_marker() {
        github.without("marker")
                .http
                .cut("POST " + COMMENTS)
                .on("GET " + COMMENTS, 200, page(100))
                .on("GET " + COMMENTS, 200, "[" + marked() + "]");
        Job job = github.comment("{\"body\":\"hi\"}");

        Outcome.Unclear unclear = github.unclear(job);
        Finding.Done done = (Finding.Done) github.reconcile(job);

        assertThat(unclear.message()).contains("did not answer");
        assertThat(done.sent().result().path("providerId").asString()).isEqualTo("77");
        assertThat(done.sent().evidence().resourceId()).isEqualTo("77");
        assertThat(github.http.matching("POST .*")).hasSize(1);
        assertThat(github.http.lines())
                .contains(
                        "GET " + COMMENTS + "?since=2026-04-24T09:59:00Z&per_page=100",
                        "GET " + COMMENTS + "?since=2026-04-24T09:59:00Z&per_page=100&page=2");
    }

    @Test
    void a_quoted_marker_is_not_ours() {
        String quoted = "{\"id\":8,\"body\":\"" + MARKED + "\\n\\nsee above\"}";
        github.without("marker").http.on("GET " + COMMENTS, 200, "[" + quoted + "]");

        assertThat(github.reconcile(github.comment("{\"body\":\"hi\"}")))
                .isEqualTo(new Finding.NotDone());
    }

    @Test
    void it_is_said_when_one_cannot_know() {
        Job unmarked = github.comment("{\"body\":\"hi\"}");
        Job marked = github.without("marker").comment("{\"body\":\"hi\"}");
        github.http.on("GET " + COMMENTS, 200, page(100));

        assertThat(github.reconcile(unmarked)).isEqualTo(new Finding.Unknowable());
        assertThat(github.reconcile(marked)).isEqualTo(new Finding.Unknowable());
        assertThat(github.http.journal()).hasSize(5);
    }

    @Test
    void before_it_is_tried_again_one_looks_whether_it_is_there() {
        github.without("marker").http.on("POST " + COMMENTS, 502, "<html>Bad Gateway</html>");
        Job job = github.comment("{\"body\":\"hi\"}");
        github.unclear(job);
        github.http.on("GET " + COMMENTS, 200, "[" + marked() + "]");

        Outcome.Sent sent = github.sent(GitHubStub.again(job, 2));

        assertThat(sent.result().path("providerId").asString()).isEqualTo("77");
        assertThat(github.http.matching("POST .*")).hasSize(1);
    }

    @Test
    void it_is_not_tried_again_by_who_could_not_look() {
        github.without("marker").http.on("POST " + COMMENTS, 201, GitHubStub.COMMENT);
        github.http.on("GET " + COMMENTS, 502, "");
        Job job = github.comment("{\"body\":\"hi\"}");

        assertThat(github.invoke(GitHubStub.again(job, 2))).isInstanceOf(Outcome.Unclear.class);
        assertThat(github.http.matching("POST .*")).isEmpty();
    }

    @Test
    void what_leaves_no_trace_stays_open_when_github_broke() {
        github.http.on("POST " + COMMENTS, 502, "");
        Job job = github.comment("{\"body\":\"hi\"}");

        assertThat(github.invoke(job)).isInstanceOf(Outcome.Unclear.class);
        assertThat(github.reconcile(job)).isEqualTo(new Finding.Unknowable());
    }

    @Test
    void and_is_sent_after_a_limit_that_kept_it_from_being_done() {
        github.http
                .on("POST " + COMMENTS, 429, "{\"message\":\"slow down\"}")
                .on("POST " + COMMENTS, 201, GitHubStub.COMMENT);
        Job job = github.comment("{\"body\":\"hi\"}");

        assertThat(github.refused(job).fault()).isEqualTo(ProviderFault.RATE_LIMITED);
        assertThat(github.invoke(GitHubStub.again(job, 2))).isInstanceOf(Outcome.Sent.class);
    }

    @Test
    void a_thread_is_answered_at_its_first_comment() {
        String replies = "POST /repos/o/r/pulls/1/comments/5/replies";
        github.http.on(replies, 201, GitHubStub.COMMENT);
        Job job =
                github.job(
                        "review_comment",
                        "review_comment:5",
                        "reply_in_review_thread",
                        "{\"body\":\"hi\"}");

        Outcome.Sent sent = github.sent(job);

        assertThat(sent.note()).isEqualTo("sent GitHub review comment reply");
        assertThat(sent.result().path("inReplyToId").asLong()).isEqualTo(5);
        assertThat(github.body(replies)).isEqualTo("{\"body\":\"hi\"}");
    }

    @Test
    void and_a_later_comment_leads_there() {
        github.http
                .on(
                        "POST /repos/o/r/pulls/1/comments/6/replies",
                        404,
                        "{\"message\":\"Not Found\"}")
                .on("GET /repos/o/r/pulls/comments/6", 200, "{\"id\":6,\"in_reply_to_id\":5}")
                .on("POST /repos/o/r/pulls/1/comments/5/replies", 201, GitHubStub.COMMENT);

        Outcome.Sent sent =
                github.sent(
                        github.pull("reply_in_review_thread", "{\"body\":\"hi\",\"commentId\":6}"));

        assertThat(sent.result().path("inReplyToId").asLong()).isEqualTo(5);
    }

    @Test
    void an_answer_nobody_heard_of_is_found_among_the_comments_on_lines() {
        github.without("marker")
                .http
                .on("GET /repos/o/r/pulls/1/comments", 200, "[" + marked() + "]");
        Job job =
                github.job(
                        "review_comment",
                        "review_comment:5",
                        "reply_in_review_thread",
                        "{\"body\":\"hi\"}");

        assertThat(github.reconcile(job)).isInstanceOf(Finding.Done.class);
    }

    @Test
    void an_id_that_no_id_can_be_is_not_asked_about() {
        Outcome.Refused refused =
                github.refused(
                        github.pull(
                                "reply_in_review_thread",
                                "{\"body\":\"hi\",\"commentId\":1e300000000}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.INPUT);
        assertThat(github.http.journal()).isEmpty();
    }

    private static String body(String text) {
        return "{\"body\":\"" + text + "\"}";
    }

    private static String marked() {
        return "{\"id\":77,\"html_url\":\"https://github.com/x\",\"body\":\"" + MARKED + "\"}";
    }

    private static String page(int entries) {
        return IntStream.range(0, entries)
                .mapToObj(id -> "{\"id\":" + id + ",\"body\":\"other\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
