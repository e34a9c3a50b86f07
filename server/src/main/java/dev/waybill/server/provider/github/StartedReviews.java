package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `start_review`: a review without an event stays with its author. It is marked even if it has no text, since nothing else would
/// tell it from one that was there before.
final class StartedReviews implements Deed {
    private static final String NOTE = "started GitHub review";

    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        ObjectNode asked = Reviews.asked(task);
        String body = Bodies.written(task);
        if (!body.isEmpty()) {
            asked.put("body", body);
        }
        Reply reply = task.api().done("POST", Reviews.path(task), asked);
        if (reply.id().isEmpty()) {
            throw task.api().garbled(reply);
        }
        return Reviews.sent(NOTE, reply.content(), reply.evidence());
    }

    @Override
    public boolean traceable(Task task) {
        return Bodies.traceable(task, task.job().text("body"));
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        if (!traceable(task)) {
            return new Finding.Unknowable();
        }
        Pages pages = Pages.of(task.api(), Reviews.path(task), "");
        Optional<JsonNode> ours =
                pages.first(entry -> Bodies.from(task, entry.path("body").asString("")));
        if (ours.isPresent()) {
            return new Finding.Done(Reviews.sent(NOTE, ours.get(), Evidence.NONE));
        }
        return pages.complete() ? new Finding.NotDone() : new Finding.Unknowable();
    }
}
