package dev.waybill.server.source;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What events have to have in common to be told together, and whether one must not wait for others.
///
/// @param resource what they are about
/// @param family what they say of it
record Grouping(String resource, String family, boolean immediate) {
    /// Of an event; empty where it is told by itself (`provider-delivery` §2.5).
    static Optional<Grouping> of(String variant, JsonNode metadata) {
        if (variant.startsWith("PullRequestReviewCommentEvent.")) {
            return numbered("pr:", metadata, "review_comments", false);
        }
        if (variant.startsWith("PullRequestReviewEvent.")) {
            return numbered("pr:", metadata, "reviews", false);
        }
        if (variant.startsWith("IssueCommentEvent.")) {
            boolean pull = metadata.path("isPullRequest").asBoolean(false);
            return numbered(pull ? "pr:" : "issue:", metadata, "comments", false);
        }
        if (variant.startsWith("PullRequestEvent.closed")) {
            return numbered("pr:", metadata, "lifecycle", true);
        }
        if (variant.startsWith("workflow_run")) {
            String conclusion = metadata.path("conclusion").asString("");
            return id(metadata.path("workflowRunId"))
                    .map(
                            run ->
                                    new Grouping(
                                            "workflow_run:" + run,
                                            "ci_updates",
                                            !conclusion.isEmpty()));
        }
        return Optional.empty();
    }

    private static Optional<Grouping> numbered(
            String prefix, JsonNode metadata, String family, boolean immediate) {
        return id(metadata.path("number"))
                .map(number -> new Grouping(prefix + number, family, immediate));
    }

    private static Optional<String> id(JsonNode value) {
        boolean plain = value.isIntegralNumber() || value.isString();
        return plain
                ? Optional.of(value.asString()).filter(text -> text.length() <= 64)
                : Optional.empty();
    }

    String key(String source) {
        return source + "::" + resource + "::" + family;
    }
}
