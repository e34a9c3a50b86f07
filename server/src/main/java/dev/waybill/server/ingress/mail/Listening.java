package dev.waybill.server.ingress.mail;

import dev.waybill.server.provider.email.Passage;
import dev.waybill.server.provider.email.UnusableMail;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Hears that mail has come from servers that say so by themselves (IDLE), on a thread of its own. Others are only looked at now
/// and then, and so is everything while there is no connection.
final class Listening implements AutoCloseable {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    /// Servers end a connection in which nothing happens for half an hour, and nobody hears of one that is broken.
    private static final Duration LONGEST = Duration.ofMinutes(20);

    private final Call call;
    private final long begun = System.nanoTime();
    private final Semaphore news = new Semaphore(0);
    private final Thread thread;
    private volatile @Nullable Passage way;
    private volatile boolean closed;
    private volatile boolean silent;

    /// Listens until the connection ends; false where the server says nothing.
    interface Call {
        boolean listen(Listening to) throws UnusableMail, MessagingException, IOException;
    }

    private Listening(String name, Call call) {
        this.call = call;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    static Listening begin(String name, Call call) {
        Listening listening = new Listening(name, call);
        listening.thread.start();
        return listening;
    }

    private void run() {
        try {
            silent = !call.listen(this);
        } catch (UnusableMail | MessagingException | IOException | RuntimeException _) {
            // Whoever reads the mailbox finds out why, and says so.
        }
    }

    /// The connection that is to be ended with it.
    void goes(Passage passage) {
        way = passage;
        if (closed) {
            passage.close();
        }
    }

    void heard() {
        news.release();
    }

    /// Whether it is worth beginning anew: it has ended, or may have without a word. Not at once, as what broke may break
    /// again.
    boolean lost() {
        long age = System.nanoTime() - begun;
        return thread.isAlive() ? age > LONGEST.toNanos() : !silent && age > SHORTEST.toNanos();
    }

    /// True if something may have come within that time.
    boolean await(Duration time) throws InterruptedException {
        boolean heard = news.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS);
        news.drainPermits();
        return heard;
    }

    @Override
    public void close() {
        closed = true;
        Passage open = way;
        if (open != null) {
            open.close();
        }
        try {
            thread.join(GOODBYE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
