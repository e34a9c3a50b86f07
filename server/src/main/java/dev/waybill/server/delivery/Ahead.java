package dev.waybill.server.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a line has read of its mailbox and not sent yet, and the page after that. Forgotten when something in it was settled or
/// moved meanwhile.
final class Ahead {
    private static final Logger LOG = LoggerFactory.getLogger(Ahead.class);
    private static final int PAGE = 256;

    private final Mailbox mailbox;
    private final Addressee agent;
    private final Backlog backlog;
    private final Deque<Item> items = new ArrayDeque<>();
    private boolean fromStore;
    private @Nullable Coming coming;
    private long settlements;

    /// A page that is being read while the one before it goes out, which ends at `after`.
    private record Coming(long after, CompletableFuture<List<Item>> items) {}

    Ahead(Mailbox mailbox, Addressee agent, Backlog backlog) {
        this.mailbox = mailbox;
        this.agent = agent;
        this.backlog = backlog;
    }

    /// What comes after `sent`. Where something was removed, every number of it for those who count without holes.
    Item next(long sent, boolean withoutHoles) {
        long latest = mailbox.latest();
        Item first = first(sent);
        if (first == null || first.seq() > sent + 1) {
            if (withoutHoles) {
                return new Item.Hole(sent + 1);
            }
            if (first == null) {
                return new Item.Hole(latest);
            }
        }
        items.removeFirst();
        readAhead();
        return first;
    }

    /// How much was settled in the mailbox when this was read.
    long settlements() {
        return settlements;
    }

    void forget() {
        items.clear();
        coming = null;
    }

    private @Nullable Item first(long sent) {
        long now = mailbox.settlements();
        if (now != settlements) {
            forget();
            settlements = now;
        }
        while (!items.isEmpty() && items.getFirst().seq() <= sent) {
            items.removeFirst();
        }
        if (items.isEmpty()) {
            List<Item> recent = mailbox.recentAfter(sent);
            fromStore = recent.isEmpty();
            items.addAll(fromStore ? page(sent) : recent);
            coming = null;
        }
        return items.peekFirst();
    }

    /// What was read ahead may be older than what the mailbox knows by now: that there was nothing proves nothing.
    private List<Item> page(long sent) {
        List<Item> begun = begun(sent);
        return begun.isEmpty() ? backlog.after(agent, sent, PAGE) : begun;
    }

    /// Takes what was read ahead, if that comes next. A reading that failed is left to whoever reads again.
    private List<Item> begun(long sent) {
        Coming begun = coming;
        if (begun == null || begun.after() != sent) {
            return List.of();
        }
        try {
            return begun.items().join();
        } catch (CompletionException e) {
            LOG.debug("a page could not be read ahead: {}", e.getMessage());
            return List.of();
        }
    }

    /// Begun with the first of a page, because reading one takes about as long as sending it.
    private void readAhead() {
        Item last = items.peekLast();
        if (fromStore && coming == null && last != null && last.seq() < mailbox.latest()) {
            coming = new Coming(last.seq(), backlog.begin(agent, last.seq(), PAGE));
        }
    }
}
