package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `reply_in_review_thread`: an answer in a thread of comments on a line. GitHub takes answers to the first comment of a thread
/// only, so that for any other the first is looked up.
final class Replies implements Deed {
    private static final String NOTE = "sent GitHub review comment reply";

    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        ObjectNode body = Json.emptyObject().put("body", Bodies.written(task));
        long answered = answered(task);
        Reply reply = reply(task, answered, body);
        Optional<Long> first = isRefused(reply) ? first(task, answered) : Optional.empty();
        if (first.isPresent()) {
            answered = first.get();
            reply = reply(task, answered, body);
        }
        if (!reply.successful()) {
            throw task.api().failed(reply);
        }
        if (reply.id().isEmpty()) {
            throw task.api().garbled(reply);
        }
        return Comments.sent(NOTE, reply.content(), reply.evidence(), to(answered));
    }

    @Override
    public boolean traceable(Task task) {
        return Bodies.traceable(task, task.job().text("body"));
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        return Comments.found(task, task.place().pull() + "/comments", NOTE, to(answered(task)));
    }

    private static Reply reply(Task task, long answered, ObjectNode body)
            throws InterruptedException {
        String path = task.place().pull() + "/comments/" + answered + "/replies";
        return task.api().write("POST", path, body);
    }

    private static boolean isRefused(Reply reply) {
        return reply.status() == 404 || reply.status() == 422;
    }

    private static Optional<Long> first(Task task, long answered) throws InterruptedException {
        String path = task.place().repository() + "/pulls/comments/" + answered;
        JsonNode id = task.api().look(path).content().path("in_reply_to_id");
        return id.canConvertToLong() ? Optional.of(id.longValue()) : Optional.empty();
    }

    private static long answered(Task task) {
        OptionalLong given = task.id("commentId");
        return given.isPresent()
                ? given.getAsLong()
                : task.place()
                        .answered(GitHubThread.Kind.REVIEW_COMMENT)
                        .orElseThrow(() -> task.senseless("there is no thread to reply in"));
    }

    private static ObjectNode to(long answered) {
        return Json.emptyObject().put("inReplyToId", answered);
    }
}
