package dev.waybill.server.provider.github;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import java.net.URLEncoder;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `add_reaction`. Reacting the same way twice is one reaction.
final class Reactions implements Deed {
    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        String content = task.job().text("content");
        Reply reply =
                task.api()
                        .done(
                                "POST",
                                path(task.place()),
                                Json.emptyObject().put("content", content));
        long id = reply.id().orElseThrow(() -> task.api().garbled(reply));
        return sent(id, content, reply.status() == 201, reply.evidence());
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        String content = task.job().text("content");
        Optional<String> login = task.api().login();
        if (login.isEmpty()) {
            return new Finding.Unknowable();
        }
        Pages pages =
                Pages.of(
                        task.api(),
                        path(task.place()),
                        "content=" + URLEncoder.encode(content, UTF_8) + "&");
        Optional<JsonNode> ours =
                pages.first(
                        entry ->
                                entry.path("content").asString("").equals(content)
                                        && Pages.by(entry, login.get()));
        if (ours.isPresent()) {
            long id = ours.get().path("id").asLong(0);
            return new Finding.Done(sent(id, content, true, Evidence.NONE));
        }
        return pages.complete() ? new Finding.NotDone() : new Finding.Unknowable();
    }

    /// Those of the comment that is answered. The body of a review takes none over this API, so its pull request does.
    static String path(GitHubHandle place) {
        GitHubThread thread = place.thread();
        if (thread == null) {
            return place.issue() + "/reactions";
        }
        return switch (thread.kind()) {
            case ISSUE_COMMENT ->
                    place.repository() + "/issues/comments/" + thread.id() + "/reactions";
            case REVIEW_COMMENT ->
                    place.repository() + "/pulls/comments/" + thread.id() + "/reactions";
            case REVIEW -> place.issue() + "/reactions";
        };
    }

    private static Outcome.Sent sent(long id, String content, boolean created, Evidence evidence) {
        return new Outcome.Sent(
                "added GitHub reaction",
                Json.emptyObject()
                        .put("reactionId", id)
                        .put("content", content)
                        .put("created", created),
                evidence.made(String.valueOf(id), null));
    }
}
