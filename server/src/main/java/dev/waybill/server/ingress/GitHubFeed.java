package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.outbound.RetryAfter;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Wire;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceType;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads what is new in a repository from GitHub's API. What did not change costs nothing there, because the answer of before
/// is named; and GitHub says how often it wants to be asked.
final class GitHubFeed {
    private static final int MOST_PAGES = 10;

    /// GitHub tells no more than that.
    private static final int MOST_LISTED = 300;

    private static final Duration OLDEST = Duration.ofDays(7);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final JsonLimits LIMITS = new JsonLimits(4 << 20, 64, 64);

    private final InstantSource clock;
    private final Json json = new Json(LIMITS);

    GitHubFeed(InstantSource clock) {
        this.clock = clock;
    }

    /// @param events the oldest first
    /// @param interval how often GitHub wants to be asked, if it says so
    /// @param gap what may have been missed, if there was more than GitHub tells
    record Read(
            List<NewEvent> events,
            Checkpoint checkpoint,
            @Nullable Duration interval,
            @Nullable String gap) {}

    Read read(KeptSource source, Credential credential, Wire wire)
            throws Unread, InterruptedException {
        Checkpoint before = Checkpoint.of(source.checkpoint(), json);
        HttpAnswer answer = ask(wire, call(source, credential, 1, before.etag()));
        if (answer.status() == 304) {
            return new Read(List.of(), before, interval(answer), null);
        }
        List<NewEvent> found = new ArrayList<>();
        Instant known = before.newest() == null ? source.createdAt() : before.newest();
        Page page = page(source, answer, found);
        Instant newest = page.newest();
        for (int number = 2; page.more(known) && number <= pages(source); number++) {
            page = page(source, ask(wire, call(source, credential, number, null)), found);
        }
        return new Read(
                recent(source, found),
                before.and(answer.header("etag").orElse(null), newest),
                interval(answer),
                page.more(known)
                        ? "there was more than GitHub tells: what happened between %s and %s may be missing"
                                .formatted(known, page.oldest())
                        : null);
    }

    private static int pages(KeptSource source) {
        int perPage = PollRule.of(source.config()).perPage();
        return Math.clamp((MOST_LISTED + perPage - 1) / perPage, 1, MOST_PAGES);
    }

    /// What happened before the source was made is not news; nor is what may have been forgotten here already.
    private List<NewEvent> recent(KeptSource source, List<NewEvent> found) {
        Instant old = clock.instant().minus(OLDEST);
        Instant since = source.createdAt().isAfter(old) ? source.createdAt() : old;
        return found.reversed().stream()
                .filter(event -> event.occurredAt() == null || !event.occurredAt().isBefore(since))
                .toList();
    }

    /// @param oldest when the last on it happened, if the page is full
    /// @param newest when the newest on it happened, wanted or not
    private record Page(@Nullable Instant oldest, @Nullable Instant newest) {
        /// A full page of which even the last happened after what is known has another behind it.
        boolean more(Instant known) {
            return oldest != null && oldest.isAfter(known);
        }
    }

    private Page page(KeptSource source, HttpAnswer answer, List<NewEvent> found) throws Unread {
        Repository repository = Repository.of(source.key(), source.config());
        JsonNode list = list(source, answer);
        GitHubEvents events = new GitHubEvents(repository, source.config());
        GitHubRuns runs = new GitHubRuns(repository, source.config());
        list.values().stream()
                .map(one -> ofRuns(source) ? runs.run(one) : events.listed(one))
                .flatMap(Optional::stream)
                .forEach(found::add);
        return new Page(
                list.size() < PollRule.of(source.config()).perPage()
                        ? null
                        : time(list.get(list.size() - 1)),
                list.values().stream()
                        .map(GitHubFeed::time)
                        .filter(Objects::nonNull)
                        .max(Instant::compareTo)
                        .orElse(null));
    }

    private static @Nullable Instant time(JsonNode listed) {
        return Peek.time(Peek.text(listed, "/updated_at", "/created_at"));
    }

    private JsonNode list(KeptSource source, HttpAnswer answer) throws Unread {
        try {
            JsonNode body = json.read(answer.body().getBytes(UTF_8), JsonNode.class);
            JsonNode list = ofRuns(source) ? body.path("workflow_runs") : body;
            if (list.isArray()) {
                return list;
            }
        } catch (JsonFault _) {
            // Falls through to the same words.
        }
        throw new Unread("GitHub answered with something that is no list of events", null);
    }

    private HttpAnswer ask(Wire wire, HttpCall call) throws Unread, InterruptedException {
        HttpAnswer answer;
        try {
            answer = wire.send(call);
        } catch (IOException e) {
            throw new Unread(
                    "GitHub could not be asked: " + wire.kept(String.valueOf(e.getMessage())),
                    null);
        }
        if (answer.status() == 200 || answer.status() == 304) {
            return answer;
        }
        throw new Unread("GitHub answered " + answer.status(), pause(answer));
    }

    /// Until `Retry-After`, or until the hour's requests begin anew.
    private @Nullable Duration pause(HttpAnswer answer) {
        Instant now = clock.instant();
        Duration asked = RetryAfter.of(answer, now, LONGEST_PAUSE);
        if (!asked.isZero()) {
            return asked;
        }
        boolean spent = answer.header("x-ratelimit-remaining").filter("0"::equals).isPresent();
        return spent
                ? answer.header("x-ratelimit-reset")
                        .filter(text -> text.matches("[0-9]{1,12}"))
                        .map(
                                text ->
                                        Duration.between(
                                                now, Instant.ofEpochSecond(Long.parseLong(text))))
                        .filter(Duration::isPositive)
                        .map(wait -> wait.compareTo(LONGEST_PAUSE) < 0 ? wait : LONGEST_PAUSE)
                        .orElse(null)
                : null;
    }

    private static @Nullable Duration interval(HttpAnswer answer) {
        return answer.header("x-poll-interval")
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(null);
    }

    private static HttpCall call(
            KeptSource source, Credential credential, int page, @Nullable String etag)
            throws Unread {
        Map<String, String> headers =
                new HashMap<>(
                        Map.of(
                                "Accept", "application/vnd.github+json",
                                "X-GitHub-Api-Version", "2022-11-28",
                                "User-Agent", "waybill"));
        String token = credential.field("token", "").strip();
        if (!token.matches("[!-~]*")) {
            throw new Unread("the token of the credential cannot be one of GitHub", null);
        }
        if (!token.isEmpty()) {
            headers.put("Authorization", "Bearer " + token);
        }
        if (etag != null) {
            headers.put("If-None-Match", etag);
        }
        try {
            return HttpCall.get(URI.create(address(source, credential, page)), headers);
        } catch (IllegalArgumentException _) {
            throw new Unread("the base-url of the credential is no address", null);
        }
    }

    private static String address(KeptSource source, Credential credential, int page) {
        Repository repository = Repository.of(source.key(), source.config());
        String base = credential.field("base-url", "https://api.github.com").replaceAll("/+$", "");
        return base
                + "/repos/"
                + repository.full()
                + (ofRuns(source) ? "/actions/runs" : "/events")
                + "?per_page="
                + PollRule.of(source.config()).perPage()
                + "&page="
                + page
                + (ofRuns(source) ? narrowed(source) : "");
    }

    private static String narrowed(KeptSource source) {
        StringBuilder query = new StringBuilder();
        Map.of("eventFilter", "event", "branch", "branch", "statusFilter", "status")
                .forEach(
                        (field, parameter) -> {
                            String value = Peek.text(source.config(), "/" + field);
                            if (value != null) {
                                query.append('&')
                                        .append(parameter)
                                        .append('=')
                                        .append(URLEncoder.encode(value, UTF_8));
                            }
                        });
        return query.toString();
    }

    private static boolean ofRuns(KeptSource source) {
        return source.type() == SourceType.GITHUB_REPO_CI;
    }
}
