package dev.waybill.server.follow;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets watchers of one kind see what happens, each at its own pace: what one cannot do holds up no other.
public final class Watches<W extends Watcher> {
    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

    /// After so many rows that are of no interest the cursor is kept, so that a restart does not go through them again.
    private static final int SKIPS_UNKEPT = 500;

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /// How long something is tried before it is passed over.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Database database;
    private final InstantSource clock;
    private final Happenings happenings;
    private final Followers followers;
    private final Leases leases;
    private final Bookmarks bookmarks;
    private final Duty<W> duty;

    public Watches(
            Database database,
            InstantSource clock,
            Json json,
            Followers followers,
            Leases leases,
            Bookmarks bookmarks,
            Duty<W> duty) {
        this.database = database;
        this.clock = clock;
        this.happenings = new Happenings(json);
        this.followers = followers;
        this.leases = leases;
        this.bookmarks = bookmarks;
        this.duty = duty;
    }

    /// Has it watch, unless it does already.
    public void begin(W watcher) {
        if (!followers.runs(watcher.id())) {
            followers.start(
                    watcher.id(),
                    watcher.workspace(),
                    new Watch(watcher.id(), leases.on(watcher.id())));
        }
    }

    /// Something about it has changed.
    public void wake(String id) {
        followers.wake(id);
    }

    /// One watcher on its way along the ledger.
    private final class Watch implements Follower {
        private final String id;
        private final Leases.Lease lease;
        private long position;

        Watch(String id, Leases.Lease lease) {
            this.id = id;
            this.lease = lease;
        }

        @Override
        public Next step() {
            W watcher = duty.find(id).orElse(null);
            if (watcher == null || !lease.held()) {
                return new Next.End();
            }
            position = Math.max(position, watcher.cursor());
            List<Happening> page =
                    database.read(tx -> happenings.after(tx, watcher.workspace(), position));
            return page.isEmpty() ? new Next.Idle() : go(watcher, page);
        }

        private Next go(W watcher, List<Happening> page) {
            Predicate<Happening> interest = duty.interest(watcher);
            for (Happening happening : page) {
                if (interest.test(happening)) {
                    return act(watcher, happening);
                }
                position = happening.seq();
            }
            if (position - watcher.cursor() >= SKIPS_UNKEPT) {
                bookmarks.skipped(id, position);
            }
            return new Next.Again();
        }

        private Next act(W watcher, Happening happening) {
            long seq = happening.seq();
            try {
                duty.act(watcher, happening);
            } catch (Refusal refusal) {
                Instant now = clock.instant();
                Instant since = Objects.requireNonNullElse(watcher.failingSince(), now);
                if (duty.mayPass(refusal.reason()) && now.isBefore(since.plus(PATIENCE))) {
                    bookmarks.failing(id, seq, since, refusal.detail());
                    return new Next.Rest(PAUSE);
                }
                bookmarks.passedOver(id, seq, refusal.detail());
                LOG.atWarn()
                        .addKeyValue("watcher", id)
                        .addKeyValue("seq", seq)
                        .addKeyValue("reason", refusal.reason().wire())
                        .log("Nothing could be done about an event, which is passed over");
            }
            position = seq;
            return new Next.Again();
        }
    }
}
