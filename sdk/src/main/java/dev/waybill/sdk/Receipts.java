package dev.waybill.sdk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Tells the server what became of deliveries. Many receipts may be on their way; each is repeated until it is confirmed.
final class Receipts {
    private static final Logger LOG = System.getLogger(Receipts.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration ROOM = Duration.ofSeconds(1);

    private final NodeLink link;
    private final Intake intake;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition confirmed = lock.newCondition();
    private int unconfirmed;

    Receipts(NodeLink link, Intake intake) {
        this.link = link;
        this.intake = intake;
    }

    /// Returns when it is on its way, or will be with the next connection.
    void send(MessageReceipt receipt) {
        lock.lock();
        try {
            unconfirmed++;
        } finally {
            lock.unlock();
        }
        send(receipt, new Backoff(FIRST_PAUSE, LONGEST_PAUSE));
    }

    /// False when some were not confirmed in that time.
    boolean awaitAll(Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (unconfirmed > 0 && left > 0) {
                left = confirmed.awaitNanos(left);
            }
            return unconfirmed == 0;
        } finally {
            lock.unlock();
        }
    }

    private void send(MessageReceipt receipt, Backoff backoff) {
        try {
            Request request = null;
            while (request == null) {
                request = link.submit(Frames.receipt(receipt), _ -> {}, ROOM);
            }
            request.then((_, refusal) -> answered(receipt, backoff, refusal));
        } catch (RelayException e) {
            answered(receipt, backoff, e);
        }
    }

    private void answered(MessageReceipt receipt, Backoff backoff, @Nullable Throwable refusal) {
        if (refusal instanceof RelayException e && e.retryable()) {
            Thread.ofVirtual().name("waybill-receipt").start(() -> again(receipt, backoff));
            return;
        }
        intake.confirmed(receipt.deliveryId());
        if (refusal != null) {
            LOG.log(
                    closed(refusal) ? Level.DEBUG : Level.WARNING,
                    "the receipt for {0} was not taken: {1}",
                    receipt.deliveryId(),
                    refusal.getMessage());
        }
        over();
    }

    /// It was left behind by those who closed; the delivery comes again to the next session.
    private static boolean closed(Throwable refusal) {
        return refusal instanceof RelayException e && e.code().equals(RelayException.CLOSED);
    }

    private void again(MessageReceipt receipt, Backoff backoff) {
        try {
            TimeUnit.MILLISECONDS.sleep(backoff.next().toMillis());
            send(receipt, backoff);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            over();
        }
    }

    private void over() {
        lock.lock();
        try {
            unconfirmed--;
            confirmed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
