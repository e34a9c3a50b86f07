package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceType;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads what is new in a repository from GitHub's API. What did not change costs nothing there, because the answer of before
/// is named; and GitHub says how often it wants to be asked.
final class GitHubFeed {
    private static final int MOST_PAGES = 10;

    /// GitHub tells no more than that.
    private static final int MOST_LISTED = 300;

    private static final Duration OLDEST = Duration.ofDays(7);
    private static final JsonLimits LIMITS = new JsonLimits(4 << 20, 64, 64);

    private final InstantSource clock;
    private final Json json = new Json(LIMITS);

    GitHubFeed(InstantSource clock) {
        this.clock = clock;
    }

    /// @param events the oldest first
    /// @param interval how often GitHub wants to be asked, if it says so
    /// @param gap what may have been missed, if there was more than GitHub tells
    /// @param place which repository that is by now, if GitHub says so
    record Read(
            List<NewEvent> events,
            Checkpoint checkpoint,
            @Nullable Duration interval,
            @Nullable String gap,
            @Nullable Place place) {}

    Read read(KeptSource source, GitHubAsk github) throws Unread, InterruptedException {
        Checkpoint before = Checkpoint.of(source.checkpoint(), json);
        HttpAnswer answer = github.get(address(source, 1), before.etag());
        Listing listing =
                answer.status() == 304
                        ? new Listing(List.of(), before, null)
                        : listing(source, github, answer, before);
        List<JsonNode> rows = new ArrayList<>(listing.rows());
        Checkpoint checkpoint =
                ofRuns(source)
                        ? listing.checkpoint().with(away(source, github, listing, rows))
                        : listing.checkpoint();
        Place place = place(listing.rows());
        String mistaken = place == null ? null : place.mistaken(source);
        if (mistaken != null) {
            throw new Unread(mistaken, null);
        }
        return new Read(
                events(source, place, rows), checkpoint, interval(answer), listing.gap(), place);
    }

    /// What the list has, the newest first.
    private record Listing(List<JsonNode> rows, Checkpoint checkpoint, @Nullable String gap) {}

    private Listing listing(
            KeptSource source, GitHubAsk github, HttpAnswer answer, Checkpoint before)
            throws Unread, InterruptedException {
        Instant known = before.newest() == null ? source.createdAt() : before.newest();
        List<JsonNode> page = page(source, answer);
        List<JsonNode> rows = new ArrayList<>(page);
        Instant newest =
                page.stream()
                        .map(GitHubFeed::time)
                        .filter(Objects::nonNull)
                        .max(Instant::compareTo)
                        .orElse(null);
        for (int number = 2; more(source, page, known) && number <= pages(source); number++) {
            page = page(source, github.get(address(source, number), null));
            rows.addAll(page);
        }
        Checkpoint after = before.and(answer.header("etag").orElse(null), newest);
        return new Listing(
                rows,
                ofRuns(source)
                        ? after.with(before.open().listed(ids(rows), open(source, rows)))
                        : after,
                more(source, page, known)
                        ? "there was more than GitHub tells: what happened between %s and %s may be missing"
                                .formatted(known, time(page.getLast()))
                        : null);
    }

    /// A full page of which even the last happened after what is known has another behind it.
    private static boolean more(KeptSource source, List<JsonNode> page, Instant known) {
        if (page.size() < PollRule.of(source.config()).perPage()) {
            return false;
        }
        Instant oldest = time(page.getLast());
        return oldest != null && oldest.isAfter(known);
    }

    private static int pages(KeptSource source) {
        int perPage = PollRule.of(source.config()).perPage();
        return Math.clamp((MOST_LISTED + perPage - 1) / perPage, 1, MOST_PAGES);
    }

    private static Set<Long> ids(List<JsonNode> runs) {
        Set<Long> ids = new HashSet<>();
        runs.forEach(run -> Optional.ofNullable(Peek.number(run, "/id")).ifPresent(ids::add));
        return ids;
    }

    private static List<Long> open(KeptSource source, List<JsonNode> rows) {
        GitHubRuns runs = new GitHubRuns(repository(source), source.config());
        return rows.stream()
                .filter(runs::open)
                .map(run -> Peek.number(run, "/id"))
                .filter(Objects::nonNull)
                .toList();
    }

    /// Asks for runs that the list has no more; what cannot be asked for now is asked for later.
    private OpenRuns away(
            KeptSource source, GitHubAsk github, Listing listing, List<JsonNode> found)
            throws InterruptedException {
        GitHubRuns runs = new GitHubRuns(repository(source), source.config());
        OpenRuns open = listing.checkpoint().open();
        for (long id : open.next()) {
            try {
                HttpAnswer answer = github.look(runs(source) + "/" + id, null);
                if (answer.status() != 200 && answer.status() != 404 && answer.status() != 410) {
                    return open;
                }
                JsonNode run = answer.status() == 200 ? document(answer) : Json.emptyObject();
                found.add(run);
                open = open.asked(id, runs.open(run));
            } catch (Unread _) {
                return open;
            }
        }
        return open;
    }

    /// What happened before the source was made is not news; nor is what may have been forgotten here already.
    private List<NewEvent> events(KeptSource source, @Nullable Place place, List<JsonNode> rows) {
        Repository repository = place == null ? repository(source) : place.of(source);
        GitHubEvents events = new GitHubEvents(repository, source.config());
        GitHubRuns runs = new GitHubRuns(repository, source.config());
        Instant old = clock.instant().minus(OLDEST);
        Instant since = source.createdAt().isAfter(old) ? source.createdAt() : old;
        return rows.reversed().stream()
                .map(one -> ofRuns(source) ? runs.run(one) : events.listed(one))
                .flatMap(Optional::stream)
                .filter(event -> event.occurredAt() == null || !event.occurredAt().isBefore(since))
                .map(event -> place == null ? event : place.holding(event, source))
                .toList();
    }

    /// As the newest of them says.
    private static @Nullable Place place(List<JsonNode> rows) {
        return rows.isEmpty() ? null : Place.of(rows.getFirst());
    }

    private static @Nullable Instant time(JsonNode listed) {
        return Peek.time(Peek.text(listed, "/updated_at", "/created_at"));
    }

    private List<JsonNode> page(KeptSource source, HttpAnswer answer) throws Unread {
        JsonNode body = document(answer);
        JsonNode list = ofRuns(source) ? body.path("workflow_runs") : body;
        if (!list.isArray()) {
            throw unclear();
        }
        return List.copyOf(list.values());
    }

    private JsonNode document(HttpAnswer answer) throws Unread {
        try {
            return json.read(answer.body().getBytes(UTF_8), JsonNode.class);
        } catch (JsonFault _) {
            throw unclear();
        }
    }

    private static Unread unclear() {
        return new Unread("GitHub answered with something that is no list of events", null);
    }

    private static @Nullable Duration interval(HttpAnswer answer) {
        return answer.header("x-poll-interval")
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(null);
    }

    private static String address(KeptSource source, int page) {
        return (ofRuns(source) ? runs(source) : "/repos/" + repository(source).full() + "/events")
                + "?per_page="
                + PollRule.of(source.config()).perPage()
                + "&page="
                + page
                + (ofRuns(source) ? narrowed(source) : "");
    }

    private static String runs(KeptSource source) {
        return "/repos/" + repository(source).full() + "/actions/runs";
    }

    /// Not by their status: who sees only runs that have ended does not see which are to be waited for.
    private static String narrowed(KeptSource source) {
        StringBuilder query = new StringBuilder();
        Map.of("eventFilter", "event", "branch", "branch")
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

    private static Repository repository(KeptSource source) {
        return Repository.of(source.key(), source.config());
    }

    private static boolean ofRuns(KeptSource source) {
        return source.type() == SourceType.GITHUB_REPO_CI;
    }
}
