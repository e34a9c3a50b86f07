package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitHubHandleTest {
    private final GitHub github = new GitHub(InstantSource.system());

    @ParameterizedTest
    @ValueSource(strings = {"o/r#1", "holon-run/agent.inbox_2#4294967295", "a_corp/.github#7"})
    void a_target_that_can_be_read_is_written_the_same(String target) {
        GitHubHandle handle = GitHubHandle.parse(target).orElseThrow();

        assertThat(handle.targetRef()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bad",
                "",
                "o/r",
                "o/r#",
                "o/r#0",
                "o/r#01",
                "o/r#-1",
                "o/r#1x",
                "o/r#1\n",
                "/r#1",
                "o/#1",
                "o/r/x#1",
                "o/..#1",
                "o/.#1",
                "../r#1",
                "o/r%2f#1",
                "o/r?x#1",
                "o/r#1#2",
                "o r/r#1",
                "o/r r#1",
                "-o/r#1",
                "o/ré#1",
                "o/r#99999999999"
            })
    void a_target_that_is_none_is_refused_by_its_name(String target) {
        assertThatThrownBy(() -> check("issue_comment", target, null))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.reason()).isEqualTo(Reason.INVALID_HANDLE);
                            assertThat(refusal.detail())
                                    .isEqualTo("invalid GitHub targetRef: " + target);
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "issue_comment,",
        "issue_comment,issue_comment:77",
        "pull_request_comment,",
        "pull_request_comment,issue_comment:77",
        "review_comment,review_comment:5",
        "pull_request_review,",
        "pull_request_review,review:9"
    })
    void each_surface_takes_its_own_threads(String surface, @Nullable String thread) {
        check(surface, "o/r#1", thread);
    }

    @ParameterizedTest
    @CsvSource({
        "issue_comment,review:9",
        "issue_comment,issue_comment:",
        "issue_comment,issue_comment:0",
        "issue_comment,issue_comment:77/reactions",
        "pull_request_comment,review_comment:5",
        "review_comment,review_comment:abc",
        "review_comment,review_comment:99999999999999999999",
        "pull_request_review,issue_comment:77"
    })
    void and_no_others(String surface, String thread) {
        assertThatThrownBy(() -> check(surface, "o/r#1", thread))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.reason()).isEqualTo(Reason.INVALID_HANDLE);
                            assertThat(refusal.detail())
                                    .isEqualTo("invalid GitHub threadRef: " + thread);
                        });
    }

    @Test
    void a_review_comment_needs_its_thread() {
        assertThatThrownBy(() -> check("review_comment", "o/r#1", null))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.detail())
                                        .isEqualTo(
                                                "reply_in_review_thread requires threadRef=review_comment:<id>"));
    }

    @Test
    void events_make_the_same_handles_that_are_read() {
        GitHubHandle place =
                new GitHubHandle("o", "r", 110, null)
                        .at(new GitHubThread(GitHubThread.Kind.REVIEW_COMMENT, 5));

        DeliveryHandle handle = place.on(GitHubSurface.REVIEW_COMMENT, "reply");

        assertThat(handle)
                .isEqualTo(
                        new DeliveryHandle(
                                "github",
                                "review_comment",
                                "o/r#110",
                                "review_comment:5",
                                "reply"));
        assertThat(GitHubHandle.of(handle)).isEqualTo(place);
    }

    @Test
    void the_delivery_of_a_text_is_told_by_its_last_line_alone() {
        assertThat(Marker.deliveryOf("hi\n\n" + Marker.of("dlv_abc") + "\n")).contains("dlv_abc");
        assertThat(Marker.deliveryOf("<!-- agentinbox:dlv_abc -->")).contains("dlv_abc");
        assertThat(Marker.deliveryOf("> " + Marker.of("dlv_abc") + "\n\nsee above")).isEmpty();
    }

    private void check(String surface, String target, @Nullable String thread) {
        Surface at = github.surface(surface).orElseThrow();
        github.check(new DeliveryHandle("github", surface, target, thread, null), at);
    }
}
