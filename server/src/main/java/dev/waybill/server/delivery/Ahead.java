package dev.waybill.server.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a line has read of its mailbox and not sent yet. Forgotten when something in it was settled or moved meanwhile.
final class Ahead {
    private static final int PAGE = 256;

    private final Mailbox mailbox;
    private final Addressee agent;
    private final Backlog backlog;
    private final Deque<Item> items = new ArrayDeque<>();
    private long settlements;

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
            items.addAll(recent.isEmpty() ? backlog.after(agent, sent, PAGE) : recent);
        }
        return items.peekFirst();
    }
}
