package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `add_comment`: a comment in the conversation of an issue or a pull request.
final class Comments implements Deed {
    private static final String NOTE = "sent GitHub issue comment";

    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        ObjectNode body = Json.emptyObject().put("body", Bodies.written(task));
        Reply reply = task.api().done("POST", task.place().issue() + "/comments", body);
        if (reply.id().isEmpty()) {
            throw task.api().garbled(reply);
        }
        return sent(NOTE, reply.content(), reply.evidence(), Json.emptyObject());
    }

    @Override
    public boolean traceable(Task task) {
        return Bodies.traceable(task, task.job().text("body"));
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        return found(task, task.place().issue() + "/comments", NOTE, Json.emptyObject());
    }

    /// Looks for a comment with the marker of the task among those written since it began.
    static Finding found(Task task, String path, String note, ObjectNode besides)
            throws InterruptedException {
        if (!Bodies.traceable(task, task.job().text("body"))) {
            return new Finding.Unknowable();
        }
        Pages pages = Pages.of(task.api(), path, "since=" + task.earliest() + "&");
        Optional<JsonNode> ours =
                pages.first(entry -> Bodies.from(task, entry.path("body").asString("")));
        if (ours.isPresent()) {
            return new Finding.Done(sent(note, ours.get(), Evidence.NONE, besides));
        }
        return pages.complete() ? new Finding.NotDone() : new Finding.Unknowable();
    }

    static Outcome.Sent sent(String note, JsonNode comment, Evidence evidence, ObjectNode besides) {
        String id = comment.path("id").asString();
        String url = comment.path("html_url").asString("");
        ObjectNode result = Json.emptyObject().put("providerId", id);
        if (!url.isEmpty()) {
            result.put("url", url);
        }
        result.setAll(besides);
        return new Outcome.Sent(note, result, evidence.made(id, url.isEmpty() ? null : url));
    }
}
