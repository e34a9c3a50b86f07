package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/// `discard_review`: throws away the review that was named or started.
final class DiscardedReviews implements Deed {
    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        OptionalLong named = Reviews.named(task);
        OptionalLong review = named.isPresent() ? named : Reviews.pending(task);
        if (review.isEmpty()) {
            throw Settled.refused(
                    ProviderFault.REJECTED,
                    "there is no pending review of ours on " + task.place().targetRef());
        }
        long id = review.getAsLong();
        Reply reply = task.api().done("DELETE", Reviews.path(task, id), null);
        return sent(review, reply.evidence());
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        OptionalLong given = task.id("reviewId");
        if (given.isEmpty()) {
            return Reviews.pending(task).isEmpty()
                    ? new Finding.Done(sent(given, Evidence.NONE))
                    : new Finding.NotDone();
        }
        Pages pages = Pages.of(task.api(), Reviews.path(task), "");
        long id = given.getAsLong();
        if (pages.first(entry -> entry.path("id").asLong(0) == id).isPresent()) {
            return new Finding.NotDone();
        }
        return pages.complete()
                ? new Finding.Done(sent(given, Evidence.NONE))
                : new Finding.Unknowable();
    }

    private static Outcome.Sent sent(OptionalLong review, Evidence evidence) {
        ObjectNode result = Json.emptyObject().put("discarded", true);
        review.ifPresent(id -> result.put("reviewId", id));
        return new Outcome.Sent("discarded GitHub review", result, evidence);
    }
}
