package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Merging, closing and reacting: vectors 19 and 36.
class StatesTest {
    private static final String MERGE = "/repos/o/r/pulls/1/merge";
    private static final String HEAD = "b".repeat(40);

    private final GitHubStub github = new GitHubStub();

    @AfterEach
    void close() {
        github.close();
    }

    @Test
    void a_merge_says_what_was_asked_and_nothing_else() {
        github.http.on("PUT " + MERGE, 200, "{\"sha\":\"abc\",\"merged\":true,\"message\":\"ok\"}");

        Outcome.Sent sent =
                github.sent(merge("{\"mergeMethod\":\"squash\",\"commitTitle\":\"t\"}"));

        assertThat(sent.note()).isEqualTo("merged GitHub pull request");
        assertThat(sent.result()).hasToString("{\"merged\":true,\"sha\":\"abc\"}");
        assertThat(github.body("PUT " + MERGE))
                .isEqualTo("{\"merge_method\":\"squash\",\"commit_title\":\"t\"}");
    }

    @ParameterizedTest
    @CsvSource({"405,Pull Request is not mergeable", "409,Head branch was modified."})
    void what_cannot_be_merged_is_rejected_with_githubs_words(int status, String words) {
        github.http
                .on("PUT " + MERGE, status, "{\"message\":\"" + words + "\"}")
                .on("GET " + MERGE, 404, "{\"message\":\"Not Found\"}");

        Outcome.Refused refused = github.refused(merge("{\"expectedHeadSha\":\"" + HEAD + "\"}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED);
        assertThat(refused.message()).contains(words);
        assertThat(Objects.requireNonNull(refused.details()).path("providerStatus").asInt())
                .isEqualTo(status);
        assertThat(github.body("PUT " + MERGE)).isEqualTo("{\"sha\":\"" + HEAD + "\"}");
    }

    @Test
    void what_is_merged_already_is_merged() {
        merged();

        Outcome.Sent sent = github.sent(merge("{}"));

        assertThat(sent.result())
                .hasToString("{\"merged\":true,\"sha\":\"abc\",\"alreadyMerged\":true}");
    }

    @Test
    void unless_it_is_not_what_was_meant() {
        merged();

        Outcome.Refused refused =
                github.refused(merge("{\"expectedHeadSha\":\"" + "c".repeat(40) + "\"}"));

        assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED);
    }

    @Test
    void a_merge_nobody_heard_of_is_looked_up() {
        github.http.cut("PUT " + MERGE);
        Job job = merge("{}");

        assertThat(github.invoke(job)).isInstanceOf(Outcome.Unclear.class);
        assertThat(github.reconcile(job)).isEqualTo(new Finding.NotDone());
        github.http.on("GET " + MERGE, 204, "");
        assertThat(github.reconcile(job)).isInstanceOf(Finding.Done.class);
    }

    @Test
    void an_issue_is_closed_with_its_reason_and_reopened() {
        github.http
                .on("PATCH /repos/o/r/issues/1", 200, "{\"state\":\"closed\",\"html_url\":\"u\"}")
                .on("PATCH /repos/o/r/issues/1", 200, "{\"state\":\"open\",\"html_url\":\"u\"}");

        Outcome.Sent closed =
                github.sent(
                        github.job(
                                "issue", null, "close_issue", "{\"stateReason\":\"not_planned\"}"));
        Outcome.Sent open = github.sent(github.pull("reopen_issue", "{}"));

        assertThat(closed.note()).isEqualTo("closed GitHub issue");
        assertThat(closed.result()).hasToString("{\"state\":\"closed\",\"url\":\"u\"}");
        assertThat(open.note()).isEqualTo("reopened GitHub issue");
        assertThat(github.http.journal())
                .extracting(request -> request.body())
                .containsExactly(
                        "{\"state\":\"closed\",\"state_reason\":\"not_planned\"}",
                        "{\"state\":\"open\"}");
    }

    @Test
    void a_state_that_nobody_heard_of_is_read() {
        github.http
                .cut("PATCH /repos/o/r/issues/1")
                .on("GET /repos/o/r/issues/1", 200, "{\"state\":\"closed\"}");
        Job job = github.pull("close_issue", "{}");

        assertThat(github.refused(job).fault()).isEqualTo(ProviderFault.UNAVAILABLE);
        assertThat(github.reconcile(job)).isInstanceOf(Finding.Done.class);
        assertThat(github.reconcile(github.pull("reopen_issue", "{}")))
                .isEqualTo(new Finding.NotDone());
    }

    @ParameterizedTest
    @CsvSource({
        "issue_comment,issue_comment:77,issues/comments/77",
        "review_comment,review_comment:5,pulls/comments/5",
        "pull_request_review,review:9,issues/1",
        "pull_request,,issues/1"
    })
    void one_reacts_to_what_is_answered(String surface, @Nullable String thread, String place) {
        String line = "/repos/o/r/" + place + "/reactions";
        github.http
                .on("POST " + line, 201, "{\"id\":3,\"content\":\"eyes\"}")
                .on("POST " + line, 200, "{\"id\":3,\"content\":\"eyes\"}")
                .on("DELETE " + line + "/3", 204, "");
        Job job = github.job(surface, thread, "add_reaction", "{\"content\":\"eyes\"}");

        Outcome.Sent first = github.sent(job);
        Outcome.Sent second = github.sent(job);
        Outcome.Sent removed =
                github.sent(github.job(surface, thread, "remove_reaction", "{\"reactionId\":3}"));

        assertThat(first.result())
                .hasToString("{\"reactionId\":3,\"content\":\"eyes\",\"created\":true}");
        assertThat(second.result().path("created").asBoolean()).isFalse();
        assertThat(removed.result().path("removed").asBoolean()).isTrue();
        assertThat(github.http.journal().getFirst().body()).isEqualTo("{\"content\":\"eyes\"}");
    }

    @Test
    void a_reaction_is_found_by_whose_it_is() {
        github.http
                .on(
                        "GET /repos/o/r/issues/1/reactions",
                        200,
                        "[{\"id\":4,\"content\":\"+1\",\"user\":{\"login\":\"eve\"}},{\"id\":5,\"content\":\"+1\",\"user\":{\"login\":\"Bot\"}}]")
                .on("GET /user", 200, "{\"login\":\"bot\"}");

        Finding.Done done =
                (Finding.Done)
                        github.reconcile(github.pull("add_reaction", "{\"content\":\"+1\"}"));

        assertThat(done.sent().result().path("reactionId").asLong()).isEqualTo(5);
        assertThat(github.http.lines().getLast()).contains("?content=%2B1&per_page=100");
    }

    @Test
    void what_an_earlier_try_has_removed_is_removed() {
        github.http.on("GET /repos/o/r/issues/1/reactions", 200, "[{\"id\":4}]");
        Job gone = github.pull("remove_reaction", "{\"reactionId\":3}");

        assertThat(github.refused(gone).fault()).isEqualTo(ProviderFault.NOT_FOUND);
        assertThat(github.invoke(GitHubStub.again(gone, 2))).isInstanceOf(Outcome.Sent.class);
        assertThat(github.reconcile(github.pull("remove_reaction", "{\"reactionId\":4}")))
                .isEqualTo(new Finding.NotDone());
    }

    private void merged() {
        github.http
                .on("PUT " + MERGE, 405, "{\"message\":\"Pull Request is not mergeable\"}")
                .on("GET " + MERGE, 204, "")
                .on(
                        "GET /repos/o/r/pulls/1",
                        200,
                        "{\"merged\":true,\"merge_commit_sha\":\"abc\",\"head\":{\"sha\":\""
                                + HEAD
                                + "\"}}");
    }

    private Job merge(String input) {
        return github.pull("merge_pull_request", input);
    }
}
