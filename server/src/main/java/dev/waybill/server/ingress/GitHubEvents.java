package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.source.NewEvent;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns what GitHub tells of a repository into events, whether it came as a webhook or was read from the list of events: both
/// look the same afterwards.
final class GitHubEvents {
    static final List<String> USUAL_TYPES =
            List.of(
                    "IssuesEvent",
                    "IssueCommentEvent",
                    "PullRequestEvent",
                    "PullRequestReviewEvent",
                    "PullRequestReviewCommentEvent");

    private static final Pattern MENTION = Pattern.compile("@([A-Za-z0-9_-]+)");
    private static final Pattern NUMBER_IN_URL =
            Pattern.compile("/(?:pull|pulls|issues)/(\\d{1,18})(?=$|[/?#])");
    private static final int MOST_MENTIONS = 100;

    private final Repository repository;
    private final List<String> types;
    private final boolean keepsAll;

    GitHubEvents(Repository repository, JsonNode config) {
        this.repository = repository;
        this.types = Objects.requireNonNullElse(Peek.texts(config, "/eventTypes"), USUAL_TYPES);
        this.keepsAll = config.path("keepRaw").asBoolean(true);
    }

    /// How the list of events calls what a webhook is for: `pull_request_review` is a `PullRequestReviewEvent`.
    static String type(String webhook) {
        return Stream.of(webhook.split("_"))
                        .filter(word -> !word.isEmpty())
                        .map(
                                word ->
                                        word.substring(0, 1).toUpperCase(Locale.ROOT)
                                                + word.substring(1))
                        .collect(Collectors.joining())
                + "Event";
    }

    boolean wants(String type) {
        return types.contains(type) || types.contains("*");
    }

    /// @param delivery what GitHub calls this delivery; the same one again is the same event
    NewEvent webhook(String delivery, String type, JsonNode payload) {
        return event(
                new Told(
                        "github_delivery:" + delivery,
                        delivery,
                        type,
                        Peek.text(payload, "/sender/login"),
                        Peek.textOr(payload, "/repository/full_name", repository.full()),
                        null,
                        payload,
                        payload));
    }

    /// Empty for what is not wanted, and for what is no event.
    Optional<NewEvent> listed(JsonNode event) {
        String type = Peek.text(event, "/type");
        String id = Peek.id(event, "/id");
        if (type == null || id == null || !wants(type)) {
            return Optional.empty();
        }
        return Optional.of(
                event(
                        new Told(
                                "github_event:" + id,
                                id,
                                type,
                                Peek.text(event, "/actor/login"),
                                Peek.textOr(event, "/repo/name", repository.full()),
                                Peek.text(event, "/created_at"),
                                event.path("payload"),
                                event)));
    }

    /// What both ways of telling have in common.
    private record Told(
            String nativeId,
            String id,
            String type,
            @Nullable String actor,
            String repository,
            @Nullable String at,
            JsonNode payload,
            JsonNode whole) {}

    private NewEvent event(Told told) {
        JsonNode payload = told.payload();
        String action = Peek.textOr(payload, "/action", "observed");
        String at =
                told.at() != null
                        ? told.at()
                        : Peek.text(
                                payload,
                                "/comment/updated_at",
                                "/review/submitted_at",
                                "/pull_request/updated_at",
                                "/issue/updated_at",
                                "/release/published_at");
        return new NewEvent(
                told.nativeId(),
                told.type() + "." + action,
                Peek.time(at),
                metadata(told, action),
                raw(told, action),
                keepsAll ? told.whole() : null,
                GitHubHandles.of(repository, told.type(), number(payload), payload));
    }

    private ObjectNode metadata(Told told, String action) {
        JsonNode payload = told.payload();
        String title = Peek.text(payload, "/issue/title", "/pull_request/title");
        String body =
                Peek.text(
                        payload,
                        "/comment/body",
                        "/review/body",
                        "/issue/body",
                        "/pull_request/body");
        ObjectNode facts =
                Json.emptyObject()
                        .put("provider", "github")
                        .put("owner", repository.owner())
                        .put("repo", repository.name())
                        .put("repoFullName", told.repository())
                        .put("eventType", told.type())
                        .put("action", action)
                        .put("number", number(payload))
                        .put("author", told.actor())
                        .put("isPullRequest", GitHubHandles.ofPullRequest(told.type(), payload))
                        .put("reviewState", reviewState(payload));
        labels(payload, facts.putArray("labels"));
        mentions(facts.putArray("mentions"), title, body);
        facts.put("title", title).put("body", body).put("url", url(payload));
        String resource = Objects.requireNonNullElse(Peek.id(payload, "/comment/id"), "");
        if (resource.isEmpty()) {
            resource = Objects.requireNonNullElse(Peek.id(payload, "/review/id"), "");
        }
        return resource.isEmpty() ? facts : facts.put("resourceId", resource);
    }

    /// Webhooks write `approved`, the list of events `APPROVED` or `approved`.
    private static @Nullable String reviewState(JsonNode payload) {
        String state = Peek.text(payload, "/review/state");
        return state == null ? null : state.toLowerCase(Locale.ROOT);
    }

    private static ObjectNode raw(Told told, String action) {
        JsonNode payload = told.payload();
        ObjectNode raw =
                Json.emptyObject()
                        .put("id", told.id())
                        .put("type", told.type())
                        .put("action", action)
                        .put("actor", told.actor());
        for (String part : List.of("issue", "pull_request", "review", "comment")) {
            JsonNode said = payload.path(part);
            raw.set(part, said.isObject() ? said : Json.emptyObject());
        }
        JsonNode merged = payload.at("/pull_request/merged");
        if (merged.isBoolean()) {
            raw.put("merged", merged.booleanValue());
        } else {
            raw.putNull("merged");
        }
        return raw;
    }

    private static void labels(JsonNode payload, ArrayNode labels) {
        JsonNode of = payload.has("issue") ? payload.path("issue") : payload.path("pull_request");
        of.path("labels").values().stream()
                .map(label -> Peek.text(label, "/name"))
                .filter(Objects::nonNull)
                .forEach(labels::add);
    }

    private static void mentions(ArrayNode mentions, @Nullable String... texts) {
        TreeSet<String> names = new TreeSet<>();
        for (String text : texts) {
            Matcher matcher = MENTION.matcher(Objects.requireNonNullElse(text, ""));
            while (matcher.find() && names.size() < MOST_MENTIONS) {
                names.add(matcher.group(1));
            }
        }
        names.forEach(mentions::add);
    }

    private static @Nullable String url(JsonNode payload) {
        return Peek.text(
                payload,
                "/comment/html_url",
                "/review/html_url",
                "/issue/html_url",
                "/pull_request/html_url",
                "/comment/pull_request_url",
                "/review/pull_request_url");
    }

    /// The list of events leaves out much; the number of a pull request may be left in its address only.
    private static @Nullable Long number(JsonNode payload) {
        Long number = Peek.number(payload, "/issue/number", "/pull_request/number", "/number");
        if (number != null) {
            return number;
        }
        Matcher matcher = NUMBER_IN_URL.matcher(Objects.requireNonNullElse(url(payload), ""));
        return matcher.find() ? Long.valueOf(matcher.group(1)) : null;
    }
}
