package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the operations on reviews have in common.
final class Reviews {
    static final String PENDING = "PENDING";

    private static final Map<String, String> FIELDS =
            Map.of("startLine", "start_line", "startSide", "start_side");

    private Reviews() {}

    static String path(Task task) {
        return task.place().pull() + "/reviews";
    }

    static String path(Task task, long review) {
        return path(task) + "/" + review;
    }

    /// The commit and the comments on lines of the input, as GitHub spells them.
    static ObjectNode asked(Task task) {
        ObjectNode body = Json.emptyObject();
        if (task.has("commitId")) {
            body.put("commit_id", task.job().text("commitId"));
        }
        if (task.has("comments")) {
            body.set("comments", comments(task));
        }
        return body;
    }

    private static ArrayNode comments(Task task) {
        ArrayNode comments = JsonNodeFactory.instance.arrayNode();
        for (JsonNode given : task.job().input().path("comments")) {
            Bodies.requireShort(task, "comments.body", given.path("body").asString(""));
            ObjectNode comment = comments.addObject();
            ((ObjectNode) given)
                    .forEachEntry(
                            (field, value) ->
                                    comment.set(FIELDS.getOrDefault(field, field), value));
        }
        return comments;
    }

    /// The review that was named, by the input or by the handle if it is not submitted yet.
    static OptionalLong named(Task task) throws InterruptedException {
        OptionalLong given = task.id("reviewId");
        if (given.isPresent()) {
            return given;
        }
        Optional<Long> answered = task.place().answered(GitHubThread.Kind.REVIEW);
        if (answered.isEmpty()) {
            return OptionalLong.empty();
        }
        Reply review = task.api().look(path(task, answered.get()));
        return review.text("state").equals(PENDING)
                ? OptionalLong.of(answered.get())
                : OptionalLong.empty();
    }

    /// The review that the caller has started and not submitted. GitHub shows such reviews to their authors only, so where it
    /// does not tell who we are, it is ours.
    static OptionalLong pending(Task task) throws InterruptedException {
        Pages pages = Pages.of(task.api(), path(task), "");
        if (pages.first(Reviews::isPending).isEmpty()) {
            return OptionalLong.empty();
        }
        Optional<String> login = task.api().login();
        return pages.first(
                        entry ->
                                isPending(entry)
                                        && login.map(name -> Pages.by(entry, name)).orElse(true))
                .map(entry -> OptionalLong.of(entry.path("id").asLong(0)))
                .orElseGet(OptionalLong::empty);
    }

    static boolean isPending(JsonNode review) {
        return review.path("state").asString("").equals(PENDING);
    }

    static Outcome.Sent sent(String note, JsonNode review, Evidence evidence) {
        long id = review.path("id").asLong(0);
        String url = review.path("html_url").asString("");
        ObjectNode result =
                Json.emptyObject()
                        .put("reviewId", id)
                        .put("state", review.path("state").asString(""));
        if (!url.isEmpty()) {
            result.put("url", url);
        }
        String submitted = review.path("submitted_at").asString("");
        if (!submitted.isEmpty()) {
            result.put("submittedAt", submitted);
        }
        return new Outcome.Sent(
                note, result, evidence.made(String.valueOf(id), url.isEmpty() ? null : url));
    }
}
