package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;

/// `remove_reaction`. What an earlier try has removed is not missing.
final class RemovedReactions implements Deed {
    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        Reply reply =
                task.api().write("DELETE", Reactions.path(task.place()) + "/" + id(task), null);
        if (reply.successful()) {
            return sent(task, reply.evidence());
        }
        if (reply.status() == 404
                && task.job().attempt() > 1
                && lookUp(task) instanceof Finding.Done(var earlier)) {
            return earlier;
        }
        throw task.api().failed(reply);
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        Pages pages = Pages.of(task.api(), Reactions.path(task.place()), "");
        long id = id(task);
        if (pages.first(entry -> entry.path("id").asLong(0) == id).isPresent()) {
            return new Finding.NotDone();
        }
        return pages.complete()
                ? new Finding.Done(sent(task, Evidence.NONE))
                : new Finding.Unknowable();
    }

    private static long id(Task task) {
        return task.id("reactionId").orElseThrow();
    }

    private static Outcome.Sent sent(Task task, Evidence evidence) {
        return new Outcome.Sent(
                "removed GitHub reaction",
                Json.emptyObject().put("reactionId", id(task)).put("removed", true),
                evidence);
    }
}
