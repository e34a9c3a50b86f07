package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceType;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where GitHub's webhooks come in, signed with `X-Hub-Signature-256`. A delivery that is made again has the same id, so it is
/// the same event: known if it was taken before, new if it was missed.
final class GitHubDoor implements Door {
    static final String SECRET = "webhook-secret";
    private static final String PREFIX = "sha256=";
    private static final String TARGET = "X-GitHub-Hook-Installation-Target-Type";

    /// Of what each kind of event tells.
    private static final Map<String, Set<String>> KINDS =
            Map.of(
                    "issues", Set.of("issue"),
                    "issue_comment", Set.of("issue", "comment"),
                    "pull_request", Set.of("pull_request"),
                    "pull_request_review", Set.of("pull_request", "review"),
                    "pull_request_review_comment", Set.of("pull_request", "comment"),
                    "workflow_run", Set.of("workflow_run"));

    private final Json json;

    GitHubDoor(Json json) {
        this.json = json;
    }

    @Override
    public Received open(KeptSource source, Credential key, Arrival arrival) {
        prove(key, arrival);
        String kind = required(arrival, "X-GitHub-Event", "[a-z_]{1,100}");
        String delivery = required(arrival, "X-GitHub-Delivery", "[A-Za-z0-9-]{1,100}");
        checkContentType(arrival);
        JsonNode payload = Door.document(json, arrival.body());
        if (kind.equals("ping")) {
            return new Received.Passed("pong");
        }
        if (source.config().path("poll").asBoolean(false)) {
            throw new Refusal(
                    Reason.SOURCE_CONFLICT,
                    "the source is polled (config.poll); events would come twice");
        }
        Place place = Place.of(payload);
        Repository repository = Repository.of(source.key(), source.config());
        if (place != null) {
            String mistaken = place.mistaken(source);
            if (mistaken != null) {
                return new Received.Astray(mistaken);
            }
            repository = place.of(source);
        }
        String about = Peek.text(payload, "/repository/full_name");
        if (about == null || !repository.goesBy(about)) {
            return elsewhere(repository, about, arrival);
        }
        return switch (source.type() == SourceType.GITHUB_REPO_CI
                ? run(repository, source, kind, payload)
                : event(repository, source, kind, delivery, payload)) {
            case Received.Told(var event, var _) -> {
                checkKind(kind, payload);
                NewEvent proved = event.provedBy(digest(arrival));
                yield new Received.Told(
                        place == null ? proved : place.holding(proved, source), place);
            }
            case Received other -> other;
        };
    }

    /// Neither the name of the event nor the id of the delivery is signed, so that the same body could be posted under others.
    private static String digest(Arrival arrival) {
        return HexFormat.of().formatHex(Hmac.digest(arrival.body()));
    }

    /// What is told says itself what kind of event it is.
    private static void checkKind(String kind, JsonNode payload) {
        Set<String> parts = KINDS.get(kind);
        if (parts == null) {
            return;
        }
        for (String part : List.of("issue", "pull_request", "review", "comment", "workflow_run")) {
            if (payload.path(part).isObject() != parts.contains(part)) {
                throw Door.wrong("the body is not what X-GitHub-Event says it is: " + kind);
            }
        }
    }

    /// Webhooks of organisations tell of many repositories. That of one repository tells of another only after it was
    /// renamed or has moved, and then nothing would be heard of it any more.
    private static Received elsewhere(
            Repository repository, @Nullable String about, Arrival arrival) {
        String words =
                "it is about "
                        + (about == null ? "no repository" : about)
                        + ", the source about "
                        + repository.full();
        boolean ofOne = arrival.header(TARGET).filter("repository"::equals).isPresent();
        return about != null && ofOne
                ? new Received.Astray(
                        words + "; if it was renamed, set config.owner and config.repo")
                : new Received.Passed(words);
    }

    private static Received run(
            Repository repository, KeptSource source, String kind, JsonNode payload) {
        if (!kind.equals("workflow_run")) {
            return new Received.Passed("the source takes workflow_run, not " + kind);
        }
        return new GitHubRuns(repository, source.config())
                .run(payload.path("workflow_run"))
                .<Received>map(Received.Told::of)
                .orElseGet(() -> new Received.Passed("the source does not want this run"));
    }

    private static Received event(
            Repository repository,
            KeptSource source,
            String kind,
            String delivery,
            JsonNode payload) {
        GitHubEvents events = new GitHubEvents(repository, source.config());
        String type = GitHubEvents.type(kind);
        return events.wants(type)
                ? Received.Told.of(events.webhook(delivery, type, payload))
                : new Received.Passed("the source does not want " + type);
    }

    private static void prove(Credential key, Arrival arrival) {
        String secret = key.field(SECRET, "");
        String given = arrival.header("X-Hub-Signature-256").orElse("");
        String expected =
                PREFIX
                        + HexFormat.of()
                                .formatHex(
                                        Hmac.sha256(
                                                (secret.isEmpty() ? "none" : secret)
                                                        .getBytes(UTF_8),
                                                arrival.body()));
        if (!Hmac.sameHex(expected, given) || secret.isEmpty()) {
            throw Door.unproved();
        }
    }

    private static String required(Arrival arrival, String header, String shape) {
        return arrival.header(header)
                .filter(value -> value.matches(shape))
                .orElseThrow(() -> Door.wrong("the header " + header + " is missing or malformed"));
    }

    private static void checkContentType(Arrival arrival) {
        String type = arrival.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.startsWith("application/json")) {
            throw Door.wrong(
                    "the webhook's content type has to be application/json; change it in GitHub's settings");
        }
    }
}
