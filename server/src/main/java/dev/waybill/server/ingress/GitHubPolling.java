package dev.waybill.server.ingress;

import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.provider.github.GitHub;
import dev.waybill.server.provider.github.GitHubReader;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.Appended;
import dev.waybill.server.source.Events;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.Polls;
import dev.waybill.server.source.SourceType;
import dev.waybill.server.source.Sources;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Goes and asks GitHub for what is new in the repositories whose sources want that (`config.poll`), one server for each of
/// them. What was read and how far are kept in one transaction.
public final class GitHubPolling implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GitHubPolling.class);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final Duration ELSEWHERE = Duration.ofSeconds(30);
    private static final Duration UNREADABLE = Duration.ofMinutes(5);
    private static final int MOST_DOUBLINGS = 3;
    private static final int AT_ONCE = 8;
    private static final int PAGE = 200;

    private final Supplies supplies;
    private final Sources sources;
    private final Events events;
    private final Keys keys;
    private final Wires wires;
    private final Leases leases;
    private final GitHubReader reader;
    private final GitHubFeed feed;
    private final Map<String, Plan> plans = new ConcurrentHashMap<>();
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Semaphore bell = new Semaphore(0);
    private final Thread thread = Thread.ofPlatform().name("github-polling").unstarted(this::run);
    private volatile boolean closed;

    public GitHubPolling(
            Supplies supplies,
            Sources sources,
            Events events,
            Keys keys,
            Wires wires,
            Leases leases) {
        this.supplies = supplies;
        this.sources = sources;
        this.events = events;
        this.keys = keys;
        this.wires = wires;
        this.leases = leases;
        this.reader = new GitHubReader(supplies.clock());
        this.feed = new GitHubFeed(supplies.clock());
    }

    /// When a source is asked next, and how often in a row it could not be. One that is still to be made was made before the
    /// clock was set back.
    private record Plan(Instant made, Duration pause, int failures, Leases.@Nullable Lease lease) {
        Instant next() {
            return made.plus(pause);
        }

        boolean due(Instant now) {
            return now.plus(LOOK_AGAIN).isBefore(made) || !now.isBefore(next());
        }
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                try {
                    round();
                } catch (StoreException e) {
                    LOG.warn("GitHub is asked later: {}", e.getMessage());
                }
                var _ = bell.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Asks for all sources that are due, and returns when all of them were.
    void round() {
        List<KeptSource> polled = new ArrayList<>(polled(SourceType.GITHUB_REPO));
        polled.addAll(polled(SourceType.GITHUB_REPO_CI));
        Set<String> known = new HashSet<>();
        polled.forEach(source -> known.add(source.id()));
        plans.keySet().retainAll(known);
        Instant now = supplies.clock().instant();
        polled.stream().filter(source -> !due(source, now)).forEach(this::keep);
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            polled.stream()
                    .filter(source -> due(source, now))
                    .forEach(source -> readers.execute(() -> inTurn(source)));
        }
    }

    private List<KeptSource> polled(SourceType type) {
        List<KeptSource> all = new ArrayList<>();
        List<KeptSource> page = sources.running(type, "", PAGE);
        while (!page.isEmpty()) {
            page.stream().filter(GitHubPolling::polled).forEach(all::add);
            page =
                    page.size() < PAGE
                            ? List.of()
                            : sources.running(type, page.getLast().id(), PAGE);
        }
        return all;
    }

    private static boolean polled(KeptSource source) {
        return source.config().path("poll").asBoolean(false);
    }

    private boolean due(KeptSource source, Instant now) {
        Plan plan = plans.get(source.id());
        return plan == null || plan.due(now);
    }

    /// Whoever asks for a source goes on asking: another would not know how long GitHub wants to be left alone.
    private void keep(KeptSource source) {
        Plan plan = plans.get(source.id());
        if (plan != null && plan.lease() != null && !plan.lease().held()) {
            next(source, ELSEWHERE, 0, null);
        }
    }

    /// Asks for one source now, unless GitHub wants to be left alone.
    public SourcePolled poll(KeptSource source) {
        if (!polled(source)) {
            return Polls.nothing(source);
        }
        Plan plan = plans.get(source.id());
        if (plan != null && plan.failures() > 0 && !due(source, supplies.clock().instant())) {
            return looked(source, "the last look failed; the next one is at " + plan.next());
        }
        try {
            return read(source);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return looked(source, "the server is stopping");
        }
    }

    private void inTurn(KeptSource source) {
        try {
            places.acquire();
            try {
                read(source);
            } finally {
                places.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("source", source.id()).setCause(e).log("A source is unread");
            next(source, UNREADABLE, 1, null);
        }
    }

    private SourcePolled read(KeptSource source) throws InterruptedException {
        if (!busy.add(source.id())) {
            return looked(source, "the source is being read at this moment");
        }
        try {
            Plan plan = plans.get(source.id());
            Leases.Lease lease =
                    plan == null || plan.lease() == null ? leases.on(source.id()) : plan.lease();
            if (!lease.held()) {
                next(source, ELSEWHERE, 0, null);
                return looked(source, "another server reads this source");
            }
            return read(source, plan == null ? 0 : plan.failures(), lease);
        } finally {
            busy.remove(source.id());
        }
    }

    private SourcePolled read(KeptSource source, int failures, Leases.Lease lease)
            throws InterruptedException {
        try {
            Duration interval = PollRule.of(source.config()).interval();
            GitHubFeed.Read read = feed.read(source, ask(source));
            Appended appended = keep(source, read);
            next(source, longer(interval, read.interval()), 0, lease);
            return new SourcePolled(
                    source.id(),
                    source.type().wire(),
                    appended.appended(),
                    appended.deduped(),
                    read.events().size(),
                    "asked GitHub");
        } catch (Unread e) {
            Duration pause = longer(backOff(source, failures), e.pause());
            return failed(source, e.words(), pause, failures, lease);
        } catch (Refusal e) {
            return failed(source, e.detail(), UNREADABLE, failures, lease);
        }
    }

    private SourcePolled failed(
            KeptSource source, String words, Duration pause, int failures, Leases.Lease lease) {
        LOG.atWarn()
                .addKeyValue("source", source.id())
                .log("A source could not be read: {}", words);
        next(source, pause, failures + 1, lease);
        supplies.database()
                .write(
                        tx -> {
                            sources.troubled(tx, source, words);
                            return true;
                        });
        return looked(source, words);
    }

    private static SourcePolled looked(KeptSource source, String note) {
        return new SourcePolled(source.id(), source.type().wire(), 0, 0, 0, note);
    }

    /// Anybody may ask for what is public, though not often.
    private GitHubAsk ask(KeptSource source) {
        Credential credential =
                keys.find(source.workspace(), "github", source.credential())
                        .orElseGet(() -> new Credential("none", Map.of(), false));
        return new GitHubAsk(
                reader, supplies.clock(), credential, wires.open(credential, GitHub.FIELDS));
    }

    private Appended keep(KeptSource source, GitHubFeed.Read read) {
        String checkpoint = read.checkpoint().text(supplies.json());
        if (read.events().isEmpty()
                && checkpoint.equals(source.checkpoint())
                && source.trouble() == null
                && (read.place() == null || read.place().known(source))) {
            return Appended.NOTHING;
        }
        return events.append(
                source.workspace(),
                source.id(),
                read.events(),
                tx -> {
                    sources.reached(tx, source.id(), checkpoint);
                    Place.keep(tx, sources, source, read.place());
                    if (read.gap() != null) {
                        sources.missed(tx, source, read.gap());
                    }
                });
    }

    private static Duration backOff(KeptSource source, int failures) {
        return PollRule.of(source.config())
                .interval()
                .multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    }

    private static Duration longer(Duration one, @Nullable Duration other) {
        return other != null && other.compareTo(one) > 0 ? other : one;
    }

    private void next(
            KeptSource source, Duration pause, int failures, Leases.@Nullable Lease lease) {
        plans.put(source.id(), new Plan(supplies.clock().instant(), pause, failures, lease));
    }

    @Override
    public void close() {
        closed = true;
        bell.release();
        thread.interrupt();
        try {
            if (!thread.join(LAST_WORDS)) {
                LOG.warn("Asking GitHub did not end in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
