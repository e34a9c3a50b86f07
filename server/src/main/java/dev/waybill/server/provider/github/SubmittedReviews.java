package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `submit_review`: submits the review that was named or started, and a new one where there is none.
final class SubmittedReviews implements Deed {
    private static final String NOTE = "submitted GitHub review";

    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        check(task);
        ObjectNode asked = Reviews.asked(task);
        asked.put("event", task.job().text("event"));
        if (!task.job().text("body").isBlank()) {
            asked.put("body", Bodies.written(task));
        }
        OptionalLong named = Reviews.named(task);
        OptionalLong review = named.isPresent() ? named : Reviews.pending(task);
        return review.isPresent() ? submit(task, review.getAsLong(), asked) : create(task, asked);
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        OptionalLong given = task.id("reviewId");
        if (given.isPresent()) {
            Reply review = task.api().read(Reviews.path(task, given.getAsLong()));
            return isWanted(task, review.content())
                    ? new Finding.Done(Reviews.sent(NOTE, review.content(), review.evidence()))
                    : new Finding.NotDone();
        }
        Pages pages = Pages.of(task.api(), Reviews.path(task), "");
        Optional<JsonNode> ours = ours(task, pages);
        if (ours.isPresent()) {
            return new Finding.Done(Reviews.sent(NOTE, ours.get(), Evidence.NONE));
        }
        return pages.complete() ? new Finding.NotDone() : new Finding.Unknowable();
    }

    private static void check(Task task) {
        boolean silent = task.job().text("body").isBlank();
        boolean approves = task.job().text("event").equals("APPROVE");
        boolean comments = !task.job().input().path("comments").isEmpty();
        boolean given = task.has("reviewId");
        if (silent && !approves && !comments && !given) {
            throw task.senseless("input.body is required to comment or to ask for changes");
        }
        if (given && (comments || task.has("commitId"))) {
            throw onlyNew(task);
        }
    }

    private static Settled onlyNew(Task task) {
        return task.senseless(
                "comments and commitId are for a new review, and there is one that was started; submit it without them, or discard it");
    }

    private static Outcome.Sent create(Task task, ObjectNode asked) throws InterruptedException {
        Reply reply = task.api().done("POST", Reviews.path(task), asked);
        if (reply.id().isEmpty()) {
            throw task.api().garbled(reply);
        }
        return Reviews.sent(NOTE, reply.content(), reply.evidence());
    }

    private static Outcome.Sent submit(Task task, long review, ObjectNode asked)
            throws InterruptedException {
        if (asked.has("comments") || asked.has("commit_id")) {
            throw onlyNew(task);
        }
        Reply reply = task.api().write("POST", Reviews.path(task, review) + "/events", asked);
        if (reply.status() == 422) {
            return submitted(task, review).orElseThrow(() -> task.api().failed(reply));
        }
        if (!reply.successful()) {
            throw task.api().failed(reply);
        }
        if (reply.id().isEmpty()) {
            throw task.api().garbled(reply);
        }
        return Reviews.sent(NOTE, reply.content(), reply.evidence());
    }

    /// GitHub submits a review once. That it was, with the same word, is what was wanted.
    private static Optional<Outcome.Sent> submitted(Task task, long id)
            throws InterruptedException {
        Reply review = task.api().look(Reviews.path(task, id));
        if (!review.successful() || !isWanted(task, review.content())) {
            return Optional.empty();
        }
        Outcome.Sent sent = Reviews.sent(NOTE, review.content(), review.evidence());
        sent.result().put("alreadySubmitted", true);
        return Optional.of(sent);
    }

    /// By its marker; one without a text by who wrote it and when.
    private static Optional<JsonNode> ours(Task task, Pages pages) throws InterruptedException {
        String body = task.job().text("body");
        if (!body.isBlank() && Bodies.traceable(task, body)) {
            return pages.first(entry -> Bodies.from(task, entry.path("body").asString("")))
                    .filter(entry -> isWanted(task, entry));
        }
        Optional<JsonNode> likely =
                pages.first(entry -> isWanted(task, entry) && isSince(task, entry));
        if (likely.isEmpty()) {
            return likely;
        }
        String login = task.api().login().orElseThrow(() -> untold(task));
        return pages.first(
                entry -> isWanted(task, entry) && isSince(task, entry) && Pages.by(entry, login));
    }

    private static Settled untold(Task task) {
        return task.senseless("GitHub does not tell who the credential is");
    }

    private static boolean isWanted(Task task, JsonNode review) {
        String state =
                switch (task.job().text("event")) {
                    case "APPROVE" -> "APPROVED";
                    case "REQUEST_CHANGES" -> "CHANGES_REQUESTED";
                    default -> "COMMENTED";
                };
        return review.path("state").asString("").equals(state);
    }

    private static boolean isSince(Task task, JsonNode review) {
        try {
            Instant at = Instant.parse(review.path("submitted_at").asString(""));
            return !at.isBefore(task.earliest());
        } catch (DateTimeException _) {
            return false;
        }
    }
}
