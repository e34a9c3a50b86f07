package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `merge_pull_request`. That it cannot be merged because it is merged already is no failure.
final class Merges implements Deed {
    private static final Map<String, String> FIELDS =
            Map.of(
                    "mergeMethod", "merge_method",
                    "commitTitle", "commit_title",
                    "commitMessage", "commit_message",
                    "expectedHeadSha", "sha");

    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        Reply reply = task.api().write("PUT", task.place().pull() + "/merge", asked(task));
        if (reply.status() == 405) {
            return merged(task).orElseThrow(() -> task.api().failed(reply));
        }
        if (!reply.successful()) {
            throw task.api().failed(reply);
        }
        JsonNode merged = reply.content().path("merged");
        if (!merged.isBoolean()) {
            throw task.api().garbled(reply);
        }
        if (!merged.booleanValue()) {
            throw task.api().rejected(reply, "GitHub did not merge: " + reply.text("message"));
        }
        return sent(reply.text("sha"), reply.evidence(), false);
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        return merged(task).<Finding>map(Finding.Done::new).orElseGet(Finding.NotDone::new);
    }

    private static ObjectNode asked(Task task) {
        ObjectNode body = Json.emptyObject();
        task.job()
                .input()
                .forEachEntry((field, value) -> body.set(FIELDS.getOrDefault(field, field), value));
        return body;
    }

    /// What is merged already, unless something else was pushed before than what was meant.
    private static Optional<Outcome.Sent> merged(Task task) throws InterruptedException {
        Reply answer = task.api().look(task.place().pull() + "/merge");
        if (answer.status() == 404) {
            return Optional.empty();
        }
        if (!answer.successful()) {
            throw task.api().unread(answer);
        }
        Reply pull = task.api().look(task.place().pull());
        String head = pull.content().path("head").path("sha").asString("");
        boolean other =
                task.has("expectedHeadSha")
                        && !head.isEmpty()
                        && !head.equals(task.job().text("expectedHeadSha"));
        return other
                ? Optional.empty()
                : Optional.of(sent(pull.text("merge_commit_sha"), answer.evidence(), true));
    }

    private static Outcome.Sent sent(String sha, Evidence evidence, boolean already) {
        ObjectNode result = Json.emptyObject().put("merged", true);
        if (!sha.isEmpty()) {
            result.put("sha", sha);
        }
        if (already) {
            result.put("alreadyMerged", true);
        }
        return new Outcome.Sent(
                "merged GitHub pull request",
                result,
                evidence.made(sha.isEmpty() ? null : sha, null));
    }
}
