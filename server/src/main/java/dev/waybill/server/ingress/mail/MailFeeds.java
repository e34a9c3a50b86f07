package dev.waybill.server.ingress.mail;

import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.Events;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.SourceType;
import dev.waybill.server.source.Sources;
import dev.waybill.server.store.Database;
import dev.waybill.server.sweep.Sweeps;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the mailboxes of all sources that are one, each on a thread of its own and each on one server.
public final class MailFeeds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MailFeeds.class);
    private static final Duration LOOK = Duration.ofSeconds(10);

    /// A lease must be asked for again before it ends.
    private static final Duration LONGEST_NAP = Duration.ofSeconds(20);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);
    private static final int USUAL_INTERVAL = 60;
    private static final int SHORTEST_INTERVAL = 5;
    private static final Duration FLOOR = Duration.ofSeconds(SHORTEST_INTERVAL);
    private static final int LONGEST_INTERVAL = 3600;
    private static final int MOST_DOUBLINGS = 6;
    private static final int PAGE = 500;

    private final Sources sources;
    private final Leases leases;
    private final MailFeed feed;
    private final Map<String, Thread> running = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /// @param leases on the table `event_source`
    public MailFeeds(
            Database database,
            InstantSource clock,
            Sources sources,
            Events events,
            Leases leases,
            Credentials credentials,
            MailDoor door) {
        this.sources = sources;
        this.leases = leases;
        this.feed = new MailFeed(database, sources, events, credentials, new Mailbox(door, clock));
    }

    public void start(Sweeps sweeps) {
        sweeps.every(LOOK, "mailboxes", this::look);
    }

    /// Begins with those that nobody reads here yet.
    void look() {
        String after = "";
        List<KeptSource> page;
        do {
            page = sources.running(SourceType.EMAIL, after, PAGE);
            page.forEach(source -> begin(source.id()));
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == PAGE);
    }

    /// Reads the source's mailbox at once, a page of it.
    public SourcePolled poll(KeptSource source) {
        return switch (feed.read(source)) {
            case MailFeed.Result.Read(var mails, var appended, var more) ->
                    new SourcePolled(
                            source.id(),
                            source.type().wire(),
                            appended,
                            mails - appended,
                            mails,
                            more ? "there is more to read" : "read to the end");
            case MailFeed.Result.Failed(var trouble) ->
                    throw new Refusal(Reason.PROVIDER_UNAVAILABLE, trouble);
        };
    }

    private synchronized void begin(String id) {
        if (closed.getCount() > 0 && !running.containsKey(id)) {
            Thread thread = Thread.ofVirtual().name("mailbox " + id).unstarted(() -> run(id));
            running.put(id, thread);
            thread.start();
        }
    }

    private void run(String id) {
        try {
            serve(id, leases.on(id));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            if (closed.getCount() > 0) {
                LOG.atWarn()
                        .addKeyValue("source", id)
                        .setCause(e)
                        .log("Reading a mailbox failed and will be tried again");
            }
        } finally {
            running.remove(id, Thread.currentThread());
        }
    }

    private void serve(String id, Leases.Lease lease) throws InterruptedException {
        int failures = 0;
        try (Ear ear = new Ear(feed)) {
            while (lease.held()) {
                KeptSource source = sources.find(id).orElse(null);
                if (source == null || source.paused()) {
                    return;
                }
                MailFeed.Result result = feed.read(source);
                failures = result instanceof MailFeed.Result.Failed ? failures + 1 : 0;
                boolean more =
                        result instanceof MailFeed.Result.Read(var _, var _, var rest) && rest;
                if (!more && !rest(lease, source, failures, ear)) {
                    return;
                }
            }
        }
    }

    static Duration pause(KeptSource source, int failures) {
        int wanted = source.config().path("pollIntervalSecs").asInt(USUAL_INTERVAL);
        Duration interval =
                Duration.ofSeconds(Math.clamp(wanted, SHORTEST_INTERVAL, LONGEST_INTERVAL));
        Duration longer = interval.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return failures == 0 || longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    }

    /// False when it is over: the lease is lost, or all is closed. Nothing that is heard makes it shorter than the shortest
    /// interval, nor what is waited after a failure.
    private boolean rest(Leases.Lease lease, KeptSource source, int failures, Ear ear)
            throws InterruptedException {
        Duration left = pause(source, failures);
        boolean deaf = true;
        while (left.isPositive()) {
            Duration most = deaf && failures == 0 ? FLOOR : LONGEST_NAP;
            Duration nap = left.compareTo(most) < 0 ? left : most;
            if (failures == 0) {
                ear.open(source);
            }
            boolean heard = deaf ? nap(nap) : ear.await(nap);
            if (closed.getCount() == 0 || !lease.held()) {
                return false;
            }
            left = heard ? Duration.ZERO : left.minus(nap);
            deaf = failures > 0;
        }
        return true;
    }

    /// Hears nothing. Whoever closes interrupts.
    private boolean nap(Duration nap) throws InterruptedException {
        var _ = closed.await(nap.toNanos(), TimeUnit.NANOSECONDS);
        return false;
    }

    @Override
    public void close() {
        List<Thread> threads = stop();
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized List<Thread> stop() {
        closed.countDown();
        return List.copyOf(running.values());
    }
}
