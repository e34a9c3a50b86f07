package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The mailbox of an agent that is connected here: its cursors, what was just committed, and the lines out of it.
///
/// Everything here is quick and under one small lock, because the thread that writes comes by after each commit.
final class Mailbox {
    /// What is kept of the newest items; whoever is further behind reads from the store.
    private static final int MAX_RECENT = 256;

    private static final int MAX_RECENT_BYTES = 512 << 10;

    private final AgentId agent;
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private int attaching;
    private final Deque<Item> recent = new ArrayDeque<>();
    private long recentBytes;

    /// These two are written under the lock, and read without it: whoever asks for one alone need not wait.
    private volatile long latest;

    private volatile long acked;

    private long arrived;
    private boolean settlesSingly;
    private long announcements;
    private long listedAfter;
    private long settlements;
    private long lastUrgent;
    private long orderedTo;
    private boolean ordering;

    Mailbox(AgentId agent) {
        this.agent = agent;
    }

    /// A line is being made; the mailbox stays until it is added.
    void attaching() {
        attaching++;
    }

    void attached(Line line) {
        lines.add(line);
        attaching--;
    }

    void failedToAttach() {
        attaching--;
    }

    boolean unused() {
        return attaching == 0 && lines.isEmpty();
    }

    AgentId agent() {
        return agent;
    }

    List<Line> lines() {
        return lines;
    }

    /// What the store says; it may be older than what was offered meanwhile.
    synchronized void know(Cursors cursors, boolean singly) {
        if (cursors.latest() > latest) {
            latest = cursors.latest();
            forgetRecent();
        }
        acked = Math.max(acked, cursors.acked());
        arrived = Math.max(arrived, acked);
        if (singly) {
            arrived = Math.max(arrived, cursors.transport());
        }
        settlesSingly |= singly;
        lastUrgent = Math.max(lastUrgent, cursors.lastUrgent());
    }

    /// The next item, just committed.
    void offer(Item.Letter letter) {
        synchronized (this) {
            int size = letter.payload().size();
            if (letter.seq() != latest + 1
                    || recent.size() >= MAX_RECENT
                    || recentBytes + size > MAX_RECENT_BYTES) {
                forgetRecent();
            }
            if (letter.seq() > latest) {
                recent.addLast(letter);
                recentBytes += size;
                latest = letter.seq();
            }
            if (letter.urgent()) {
                lastUrgent = Math.max(lastUrgent, letter.seq());
            }
        }
        wake();
    }

    /// Something was put in that has to be read from the store.
    void grown(long to, boolean urgent) {
        synchronized (this) {
            if (urgent) {
                lastUrgent = Math.max(lastUrgent, to);
            }
            if (to > latest) {
                latest = to;
                forgetRecent();
            }
        }
        wake();
    }

    /// The item is settled; whoever has not sent it yet need not.
    synchronized void settled(long seq) {
        if (lines.stream().anyMatch(line -> seq > line.sent())) {
            settlements++;
        }
        if (!recent.isEmpty() && recent.getFirst().seq() <= seq && seq <= latest) {
            List<Item> kept =
                    recent.stream()
                            .map(item -> item.seq() == seq ? new Item.Hole(seq) : item)
                            .toList();
            recent.clear();
            recent.addAll(kept);
        }
    }

    /// Grows whenever something is settled that may be on its way.
    synchronized long settlements() {
        return settlements;
    }

    /// Everything up to `seq` has arrived.
    void arrived(long seq) {
        synchronized (this) {
            long bounded = Math.min(seq, latest);
            if (bounded <= arrived) {
                return;
            }
            arrived = bounded;
            if (!settlesSingly) {
                acked = bounded;
            }
            dropRecentTo(arrived);
        }
        wakeThoseBehind();
    }

    /// Everything up to `seq` is settled.
    void acked(long seq) {
        synchronized (this) {
            acked = Math.max(acked, Math.min(seq, latest));
            arrived = Math.max(arrived, acked);
            dropRecentTo(acked);
        }
        wakeThoseBehind();
    }

    /// From now on an ack of this agent tells that something has arrived, and nothing else.
    synchronized void settlesSingly(long ackedInStore) {
        if (!settlesSingly) {
            settlesSingly = true;
            acked = ackedInStore;
        }
    }

    synchronized boolean settlesSingly() {
        return settlesSingly;
    }

    long acked() {
        return acked;
    }

    synchronized long arrived() {
        return arrived;
    }

    long latest() {
        return latest;
    }

    /// What comes after `seq`, if it was committed so recently that it is still here.
    synchronized List<Item> recentAfter(long seq) {
        if (recent.isEmpty() || recent.getFirst().seq() > seq + 1) {
            return List.of();
        }
        List<Item> after = new ArrayList<>(recent.size());
        for (Item item : recent) {
            if (item.seq() > seq) {
                after.add(item);
            }
        }
        return after;
    }

    /// A delivery is about to be announced; the number tells it from those before.
    synchronized long announce() {
        return ++announcements;
    }

    /// How many were announced so far.
    synchronized long announcements() {
        return announcements;
    }

    /// The agent has got its list, which it asked for after that many announcements.
    synchronized void listed(long after) {
        listedAfter = Math.max(listedAfter, after);
        notifyAll();
    }

    /// Waits until the agent has got a list it asked for after that announcement; false if it has not within the time.
    synchronized boolean awaitListing(long announcement, long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        long left = millis;
        while (listedAfter < announcement && left > 0) {
            wait(left);
            left = (until - System.nanoTime()) / 1_000_000;
        }
        return listedAfter >= announcement;
    }

    /// Whether something urgent comes after `sent` that may stand behind what is not.
    synchronized boolean outOfOrder(long sent) {
        return lastUrgent > Math.max(sent + 1, orderedTo);
    }

    /// Stops all lines while what is not urgent is put behind what is; answers up to where everything keeps its place.
    /// Negative when another line is at it, or the one that asks is gone.
    synchronized long beginOrdering(Line asking) {
        if (ordering || !lines.contains(asking)) {
            return -1;
        }
        ordering = true;
        return Math.max(arrived, lines.stream().mapToLong(Line::mayHaveSent).max().orElse(0));
    }

    /// What is there has other places now.
    synchronized void ordered(long to) {
        orderedTo = lastUrgent;
        settlements++;
        latest = Math.max(latest, to);
        forgetRecent();
    }

    void endOrdering() {
        synchronized (this) {
            ordering = false;
        }
        wake();
    }

    /// Lets a line send the item it found when that many were settled, unless the order changes or has changed.
    synchronized boolean mayGo(Line line, Item item, long settlementsThen) {
        if (ordering || settlementsThen != settlements) {
            return false;
        }
        line.goesOut(item.seq());
        return true;
    }

    void wake() {
        lines.forEach(Line::wake);
    }

    private void wakeThoseBehind() {
        lines.forEach(Line::wakeIfBehind);
    }

    private void forgetRecent() {
        recent.clear();
        recentBytes = 0;
    }

    private void dropRecentTo(long seq) {
        while (!recent.isEmpty() && recent.getFirst().seq() <= seq) {
            drop(recent.removeFirst());
        }
    }

    private void drop(Item item) {
        if (item instanceof Item.Letter letter) {
            recentBytes -= letter.payload().size();
        }
    }
}
