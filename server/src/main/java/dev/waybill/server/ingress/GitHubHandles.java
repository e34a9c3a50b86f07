package dev.waybill.server.ingress;

import dev.waybill.protocol.outbound.DeliveryHandle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where an event of GitHub is answered.
final class GitHubHandles {
    private GitHubHandles() {}

    /// Null where there is nothing numbered to answer.
    static @Nullable DeliveryHandle of(
            Repository repository, String type, @Nullable Long number, JsonNode payload) {
        if (number == null || number <= 0) {
            return null;
        }
        String target = repository.full() + "#" + number;
        return switch (type) {
            case "PullRequestReviewCommentEvent" ->
                    handle(
                            "review_comment",
                            target,
                            thread("review_comment", opening(payload)),
                            "reply");
            case "PullRequestReviewEvent" ->
                    handle(
                            "pull_request_review",
                            target,
                            thread("review", Peek.number(payload, "/review/id")),
                            "comment");
            case "IssueCommentEvent" ->
                    handle(
                            surface(type, payload),
                            target,
                            thread("issue_comment", Peek.number(payload, "/comment/id")),
                            "comment");
            default -> handle(surface(type, payload), target, null, "comment");
        };
    }

    /// What is said in the conversation of a pull request comes as a comment on an issue that is one.
    static boolean ofPullRequest(String type, JsonNode payload) {
        return type.startsWith("PullRequest") || payload.at("/issue/pull_request").isObject();
    }

    private static String surface(String type, JsonNode payload) {
        return ofPullRequest(type, payload) ? "pull_request_comment" : "issue_comment";
    }

    /// GitHub takes replies to the comment that opened the thread only.
    private static @Nullable Long opening(JsonNode payload) {
        return Peek.number(payload, "/comment/in_reply_to_id", "/comment/id");
    }

    private static @Nullable String thread(String kind, @Nullable Long id) {
        return id == null ? null : kind + ":" + id;
    }

    private static DeliveryHandle handle(
            String surface, String target, @Nullable String thread, String mode) {
        return new DeliveryHandle("github", surface, target, thread, mode);
    }
}
