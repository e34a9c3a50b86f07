package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.StubProvider;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Repositories that were renamed.
class RedirectsTest {
    private static final String OLD = "POST /repos/o/r/issues/1/comments";
    private static final String NEW = "/repositories/42/issues/1/comments";

    private final GitHubStub github = new GitHubStub();

    @AfterEach
    void close() {
        github.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 308})
    void a_renamed_repository_is_followed_with_the_same_words(int status) {
        moved(OLD, status, github.http.url() + NEW);
        github.http.on("POST " + NEW, 201, GitHubStub.COMMENT);

        github.sent(comment());

        assertThat(github.body("POST " + NEW)).isEqualTo("{\"body\":\"hi\"}");
        assertThat(github.http.matching("POST " + NEW).getFirst().header("authorization"))
                .isEqualTo("Bearer " + GitHubStub.TOKEN);
    }

    @Test
    void also_by_a_path_alone() {
        moved(OLD, 307, NEW);
        github.http.on("POST " + NEW, 201, GitHubStub.COMMENT);

        assertThat(github.invoke(comment())).isInstanceOf(Outcome.Sent.class);
    }

    @Test
    void nobody_else_is_shown_the_token() {
        try (StubProvider other = StubProvider.start()) {
            other.on("POST " + NEW, 201, GitHubStub.COMMENT);
            moved(OLD, 307, other.url() + NEW);

            Outcome.Refused refused = github.refused(comment());

            assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED);
            assertThat(other.journal()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/x",
                "http://x@127.0.0.1/",
                "//evil.example/x",
                "ht tp://",
                "",
                "mailto:x"
            })
    void nor_is_anything_strange_followed(String location) {
        moved(OLD, 301, location);

        assertThat(github.refused(comment()).fault()).isEqualTo(ProviderFault.REJECTED);
        assertThat(github.http.journal()).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void what_moves_in_circles_is_followed_three_times() {
        moved(OLD, 307, "/repos/o/r/issues/1/comments");

        assertThat(github.refused(comment()).fault()).isEqualTo(ProviderFault.REJECTED);
        assertThat(github.http.journal()).hasSize(4);
    }

    @Test
    void what_was_followed_and_then_cut_off_is_unclear() {
        moved(OLD, 308, NEW);
        github.http.cut("POST " + NEW);

        assertThat(github.invoke(comment())).isInstanceOf(Outcome.Unclear.class);
    }

    @Test
    void an_enterprise_server_has_its_api_under_a_path() {
        github.with("base-url", github.http.url() + "/api/v3/")
                .http
                .on("POST /api/v3/repos/o/r/issues/1/comments", 201, GitHubStub.COMMENT);

        assertThat(github.invoke(comment())).isInstanceOf(Outcome.Sent.class);
    }

    private void moved(String line, int status, String to) {
        github.http.on(line, status, Map.of("location", to), "{\"message\":\"Moved\"}");
    }

    private Job comment() {
        return github.comment("{\"body\":\"hi\"}");
    }
}
