package dev.waybill.server.delivery;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries the deliveries of one agent through one channel, in sequence and within the window.
///
/// It has a thread only while there is something to carry. That thread alone changes what is not volatile.
public final class Line implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Line.class);

    /// How long an announcement waits for the agent to fetch what the one before it told of.
    private static final Duration PACE = Duration.ofMillis(250);

    /// The same for an agent that has fetched what the last one told of.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration LAST_WORDS = Duration.ofMillis(200);
    private static final Duration PACE_STEP = Duration.ofMillis(20);

    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);

    private enum State {
        RESTING,
        WORKING,
        CALLED_AGAIN
    }

    private final Mailbox mailbox;
    private final Addressee agent;
    private final Channel channel;
    private final Backlog backlog;
    private final int window;
    private final Asides asides;
    private final AtomicReference<State> state = new AtomicReference<>(State.RESTING);
    private final Ahead ahead;
    private final Flight flight = new Flight();
    private boolean asks;
    private volatile long sent;
    private volatile long peerAcked;
    private volatile long base;
    private volatile long unsure;
    private volatile @Nullable Restart restart;
    private volatile boolean healed;
    private final Question question = new Question();
    private volatile boolean started;
    private volatile boolean open = true;
    private final ReentrantLock sending = new ReentrantLock();

    /// Where to go on, and under which numbers.
    private record Restart(long sent, long base) {}

    Line(
            Mailbox mailbox,
            Addressee agent,
            Channel channel,
            Backlog backlog,
            int window,
            long sent,
            long base) {
        this.mailbox = mailbox;
        this.agent = agent;
        this.channel = channel;
        this.asides = new Asides(agent, channel);
        this.backlog = backlog;
        this.ahead = new Ahead(mailbox, agent, backlog);
        this.window = window;
        this.sent = sent;
        this.peerAcked = sent;
        this.base = base;
    }

    public Addressee agent() {
        return agent;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    /// The last place the other side has acknowledged here.
    long peerAcked() {
        return peerAcked;
    }

    /// The last place that went out here.
    long sent() {
        return sent;
    }

    boolean countsWithoutHoles() {
        return channel.countsWithoutHoles();
    }

    boolean settlesByReceipt() {
        return channel.settlesByReceipt();
    }

    void signal(Signal signal) {
        asides.add(signal);
        wake();
    }

    void update(ContextUpdate update) {
        asides.add(update);
        wake();
    }

    /// The place in the mailbox that the other side means by its number, if it has been sent.
    private long place(long number) {
        return number < sent - base ? number + base : sent;
    }

    /// Takes an ack; true when it tells something new.
    boolean acked(long number) {
        long place = place(number);
        if (question.open() || place <= peerAcked) {
            return false;
        }
        peerAcked = place;
        healed = false;
        wakeIfBehind();
        return true;
    }

    /// Nothing goes out before the other side has told what it counted before.
    void askFirst() {
        question.pose();
    }

    /// Whether this ack tells what the other side counted before, which it was asked; it goes on from there.
    boolean learns(long number) {
        if (!question.isAnsweredBy(number)) {
            return false;
        }
        restart(sent, sent - number);
        question.answered();
        wake();
        return true;
    }

    /// The number under which the last delivery went out; negative if that is not known.
    public long lastNumber() {
        return question.open() || restart != null ? -1 : sent - base;
    }

    /// Whether the other side counts from a place behind the one it was at before: it has forgotten. Everything after the
    /// last ack goes out again, under numbers that follow its own. Once, until it gets on.
    boolean forgotten(long number) {
        long last = peerAcked;
        if (!channel.countsWithoutHoles() || healed || place(number) >= last || sent == last) {
            return false;
        }
        healed = true;
        restart(last, last - number);
        return true;
    }

    /// The other side was here before and may have got more than it could acknowledge.
    void goesOn() {
        unsure = sent + window;
    }

    void restart(long from, long newBase) {
        restart = new Restart(from, newBase);
        wake();
    }

    /// What is taken from a place to get the other side's number, as it will be from now on.
    long base() {
        Restart pending = restart;
        return pending == null ? base : pending.base();
    }

    /// Nothing goes out any more. What is just going out is awaited for a moment, so that it does not come after what
    /// the next line says.
    void end() {
        open = false;
        try {
            if (sending.tryLock(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                sending.unlock();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Until now nothing has gone out, whoever called.
    void start() {
        started = true;
        wake();
    }

    /// What was acknowledged makes room in the window, for which a line that has sent everything has no use.
    void wakeIfBehind() {
        if (sent < mailbox.latest()) {
            wake();
        }
    }

    void wake() {
        if (!started) {
            return;
        }
        State before =
                state.getAndUpdate(
                        now -> now == State.RESTING ? State.WORKING : State.CALLED_AGAIN);
        if (before == State.RESTING) {
            Thread.ofVirtual().name("line-" + agent.id()).start(this);
        }
    }

    @Override
    public void run() {
        do {
            state.set(State.WORKING);
            try {
                carry();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                open = false;
            } catch (RuntimeException e) {
                LOG.atWarn()
                        .addKeyValue("agent", agent.id())
                        .addKeyValue("reason", e.toString())
                        .log("Deliveries stopped for a moment");
                pause();
            }
        } while (!state.compareAndSet(State.WORKING, State.RESTING));
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE_AFTER_FAULT);
            wake();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            open = false;
        }
    }

    private void carry() throws InterruptedException {
        while (open && tellNotices() && !finding()) {
            startAgainIfAsked();
            if (nothingMayGo() || (mailbox.outOfOrder(sent) && !putUrgentFirst())) {
                return;
            }
            carry(ahead.next(sent, channel.countsWithoutHoles()));
        }
    }

    /// Whether it is still to be found out where the other side is.
    private boolean finding() throws InterruptedException {
        if (sent < mailbox.latest() && question.ask() && !channel.skip(agent, Question.NUMBER)) {
            open = false;
        }
        return question.open();
    }

    private void carry(Item next) throws InterruptedException {
        long before = sent;
        sending.lock();
        try {
            if (!open) {
                return;
            }
            if (!mailbox.mayGo(this, next, ahead.settlements())) {
                ahead.forget();
                return;
            }
            if (!send(next)) {
                open = false;
            }
        } catch (RuntimeException e) {
            sent = before;
            ahead.forget();
            throw e;
        } finally {
            sending.unlock();
        }
    }

    private boolean tellNotices() throws InterruptedException {
        boolean told = asides.send();
        if (!told) {
            open = false;
        }
        return told;
    }

    private void startAgainIfAsked() {
        Restart asked = restart;
        if (asked != null) {
            restart = null;
            sent = asked.sent();
            peerAcked = asked.sent();
            base = asked.base();
            unsure = 0;
            flight.clear();
            ahead.forget();
        }
    }

    /// The last place that has gone out here, or may have before this line was there.
    long mayHaveSent() {
        return Math.max(sent, unsure);
    }

    /// The item is about to go out; its ack may be here before the sending is over.
    void goesOut(long seq) {
        sent = seq;
    }

    private boolean nothingMayGo() {
        return sent >= mailbox.latest() || underWay() >= window;
    }

    /// False when another line is at it, which wakes this one.
    private boolean putUrgentFirst() {
        long from = mailbox.beginOrdering(this);
        if (from < 0) {
            return false;
        }
        try {
            backlog.putUrgentFirst(mailbox, from);
            return true;
        } finally {
            mailbox.endOrdering();
        }
    }

    private int underWay() {
        return flight.size(countsOnItsOwn() ? peerAcked : mailbox.arrived());
    }

    private boolean countsOnItsOwn() {
        return channel.countsWithoutHoles() || channel.settlesByReceipt();
    }

    private boolean send(Item item) throws InterruptedException {
        return switch (item) {
            case Item.Hole(var seq) -> skip(seq);
            case Item.Letter letter when backlog.expired(letter.posted()) -> giveUp(letter.seq());
            case Item.Letter letter -> deliver(letter);
        };
    }

    /// An ack of what comes after it must not settle it.
    private boolean giveUp(long seq) throws InterruptedException {
        if (seq > mailbox.acked()) {
            backlog.giveUp(agent, seq);
        }
        return skip(seq);
    }

    private boolean skip(long seq) throws InterruptedException {
        if (!channel.countsWithoutHoles()) {
            return true;
        }
        flight.add(seq);
        return channel.skip(agent, seq - base);
    }

    private boolean deliver(Item.Letter letter) throws InterruptedException {
        boolean paced = mailbox.settlesSingly() && !countsOnItsOwn();
        long announcement = paced ? mailbox.announce() : 0;
        flight.add(letter.seq());
        boolean delivered =
                ((!paced && !channel.announcesAll()) || channel.announce(agent, letter))
                        && channel.deliver(agent, letter.seq() - base, letter);
        if (paced) {
            awaitListing(announcement);
        }
        return delivered;
    }

    /// The next is announced when the agent has got the list it asked for because of this one; otherwise lists may
    /// overtake each other and it would take the one before the other. An agent that does not ask is not waited for long.
    /// What goes out beside the sequence does not wait.
    private void awaitListing(long announcement) throws InterruptedException {
        long until = System.nanoTime() + (asks ? PATIENCE : PACE).toNanos();
        asks = false;
        while (!asks && System.nanoTime() < until && tellNotices()) {
            asks = mailbox.awaitListing(announcement, PACE_STEP.toMillis());
        }
    }
}
