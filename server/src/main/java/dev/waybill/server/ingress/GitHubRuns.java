package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.source.NewEvent;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns runs of workflows into events: one for each state that a run was seen in. There is nothing to answer.
final class GitHubRuns {
    private static final int MOST_SLUG = 80;

    private final Repository repository;
    private final @Nullable String event;
    private final @Nullable String branch;
    private final @Nullable String status;
    private final boolean keepsAll;

    GitHubRuns(Repository repository, JsonNode config) {
        this.repository = repository;
        this.event = Peek.text(config, "/eventFilter");
        this.branch = Peek.text(config, "/branch");
        this.status = Peek.text(config, "/statusFilter");
        this.keepsAll = config.path("keepRaw").asBoolean(true);
    }

    /// Empty for what is no run, or not one that is wanted.
    Optional<NewEvent> run(JsonNode run) {
        Long id = Peek.number(run, "/id");
        if (id == null || !wanted(run)) {
            return Optional.empty();
        }
        String name = Peek.text(run, "/name", "/display_title");
        String conclusion = Peek.text(run, "/conclusion");
        String state = Peek.textOr(run, "/status", conclusion == null ? "unknown" : "completed");
        ObjectNode metadata = metadata(run, id, name, state, conclusion);
        return Optional.of(
                new NewEvent(
                        nativeId(run, id),
                        variant(name, state, conclusion),
                        Peek.time(Peek.text(run, "/updated_at", "/created_at")),
                        metadata,
                        raw(metadata),
                        keepsAll ? run : null,
                        null));
    }

    /// Whether it is one of those that are chosen among, and goes on.
    boolean open(JsonNode run) {
        String state = Peek.text(run, "/status");
        return Peek.number(run, "/id") != null
                && state != null
                && !state.equals("completed")
                && chosen(run);
    }

    /// A run that is run again reaches the same states anew.
    private static String nativeId(JsonNode run, long id) {
        Long attempt = Peek.number(run, "/run_attempt");
        return "workflow_run:" + id + (attempt == null || attempt <= 1 ? "" : "#" + attempt);
    }

    static String variant(@Nullable String name, String state, @Nullable String conclusion) {
        String slug = name == null ? "" : slug(name);
        return "workflow_run"
                + (slug.isEmpty() ? "" : "." + slug)
                + "."
                + slug(state)
                + (conclusion == null ? "" : "." + slug(conclusion));
    }

    private static String slug(String name) {
        String slug = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        String plain = slug.replaceAll("^_|_$", "");
        return plain.substring(0, Math.min(plain.length(), MOST_SLUG));
    }

    private boolean wanted(JsonNode run) {
        return chosen(run)
                && (status == null
                        || status.equals(Peek.text(run, "/status"))
                        || status.equals(Peek.text(run, "/conclusion")));
    }

    /// Whatever its state is.
    private boolean chosen(JsonNode run) {
        return (event == null || event.equals(Peek.text(run, "/event")))
                && (branch == null || branch.equals(Peek.text(run, "/head_branch")));
    }

    private ObjectNode metadata(
            JsonNode run,
            long id,
            @Nullable String name,
            String state,
            @Nullable String conclusion) {
        ObjectNode facts =
                Json.emptyObject()
                        .put("provider", "github")
                        .put("owner", repository.owner())
                        .put("repo", repository.name())
                        .put("repoFullName", repository.full())
                        .put("workflowRunId", id)
                        .put("workflowId", Peek.number(run, "/workflow_id"))
                        .put("name", name)
                        .put("displayTitle", Peek.text(run, "/display_title"))
                        .put("status", state)
                        .put("conclusion", conclusion)
                        .put("event", Peek.text(run, "/event"))
                        .put("headSha", Peek.text(run, "/head_sha"))
                        .put("headBranch", Peek.text(run, "/head_branch"))
                        .put(
                                "headRepositoryFullName",
                                Peek.text(run, "/head_repository/full_name"));
        var numbers = facts.putArray("pullRequestNumbers");
        run.path("pull_requests").values().stream()
                .map(pull -> Peek.number(pull, "/number"))
                .filter(Objects::nonNull)
                .forEach(numbers::add);
        return facts.put("runNumber", Peek.number(run, "/run_number"))
                .put("runAttempt", Peek.number(run, "/run_attempt"))
                .put("actor", Peek.text(run, "/actor/login"))
                .put("htmlUrl", Peek.text(run, "/html_url"))
                .put("createdAt", Peek.text(run, "/created_at"))
                .put("updatedAt", Peek.text(run, "/updated_at"))
                .put("commitMessage", Peek.text(run, "/head_commit/message"));
    }

    private static ObjectNode raw(ObjectNode facts) {
        ObjectNode raw = Json.emptyObject();
        raw.set("id", facts.path("workflowRunId"));
        for (String fact : List.of("name", "status", "conclusion", "event", "actor")) {
            raw.set(fact, facts.path(fact));
        }
        raw.set("head_sha", facts.path("headSha"));
        raw.set("head_branch", facts.path("headBranch"));
        raw.set("run_number", facts.path("runNumber"));
        raw.set("run_attempt", facts.path("runAttempt"));
        raw.set("html_url", facts.path("htmlUrl"));
        return raw;
    }
}
