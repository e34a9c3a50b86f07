package dev.waybill.server.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// What a line has read of its mailbox and not sent yet, and the page after that. Forgotten when something in it was settled or
/// moved meanwhile.
final class Ahead {
    private static final int PAGE = 256;

    private final Mailbox mailbox;
    private final Addressee agent;
    private final Backlog backlog;
    private final Deque<Item> items = new ArrayDeque<>();
    private @Nullable Coming coming;
    private long settlements;

    /// A page that is being read while the one before it goes out.
    ///
    /// @param after the place before it
    /// @param settlements how much was settled in the mailbox when the reading began
    private record Coming(long after, long settlements, CompletableFuture<List<Item>> items) {}

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
            items.clear();
            settlements = now;
        }
        while (!items.isEmpty() && items.getFirst().seq() <= sent) {
            items.removeFirst();
        }
        if (items.isEmpty()) {
            List<Item> recent = mailbox.recentAfter(sent);
            items.addAll(recent.isEmpty() ? page(sent) : recent);
        }
        return items.peekFirst();
    }

    private List<Item> page(long sent) {
        Coming begun = coming;
        coming = null;
        List<Item> page =
                begun != null && begun.after() == sent && begun.settlements() == settlements
                        ? begun.items().join()
                        : backlog.after(agent, sent, PAGE);
        long last = page.isEmpty() ? mailbox.latest() : page.getLast().seq();
        if (last < mailbox.latest()) {
            coming = new Coming(last, settlements, backlog.begin(agent, last, PAGE));
        }
        return page;
    }
}
