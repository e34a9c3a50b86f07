package dev.waybill.server.push;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.PushQueue;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Posts what waits for the agents of one node, one request at a time. It has a thread only while something waits, and
/// only that thread changes the circuit.
final class Endpoint implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);
    private static final int MAX_SIGNALS = 64;

    /// How long it rests at most before it looks again: another server may have settled what it waits for.
    private static final Duration LOOK = Duration.ofSeconds(10);

    private static final Duration AFTER_FAULT = Duration.ofSeconds(2);

    private final Post post;
    private final NodeId node;
    private final Circuit circuit;
    private final BlockingQueue<Told> signals = new ArrayBlockingQueue<>(MAX_SIGNALS);
    private final Semaphore bell = new Semaphore(0);
    private final AtomicBoolean working = new AtomicBoolean();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    /// Something to be said outside the sequence.
    private record Told(Addressee agent, Signal signal) {}

    Endpoint(Post post, NodeId node) {
        this.post = post;
        this.node = node;
        this.circuit = post.circuit();
    }

    NodeId node() {
        return node;
    }

    /// Something may wait. Never waits itself.
    void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
        if (!closed && working.compareAndSet(false, true)) {
            Thread fresh = Thread.ofVirtual().name("push " + node.value()).unstarted(this);
            thread = fresh;
            fresh.start();
        }
    }

    /// Said as soon as it can be, once; dropped where too much waits to be said.
    void signal(Addressee agent, Signal signal) {
        if (!signals.offer(new Told(agent, signal))) {
            LOG.atWarn()
                    .addKeyValue("node", node.value())
                    .log("An event was not posted: too many wait");
        }
        ring();
    }

    /// No thread is at it, and nothing is known of its address that would be lost with it.
    boolean idle() {
        return !working.get() && signals.isEmpty() && !circuit.probing();
    }

    void stop() {
        closed = true;
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    void join() throws InterruptedException {
        Thread running = thread;
        if (running != null) {
            running.join();
        }
    }

    @Override
    public void run() {
        try {
            boolean on = true;
            while (on && !closed) {
                bell.drainPermits();
                on = rest(step());
            }
        } catch (InterruptedException _) {
            closed = true;
        } finally {
            working.set(false);
            if (bell.availablePermits() > 0) {
                ring();
            }
        }
    }

    /// What comes after a step.
    private sealed interface After {
        record Again() implements After {}

        record Rest(Instant until) implements After {}

        record End() implements After {}
    }

    /// False when there is nothing to rest for.
    private boolean rest(After after) throws InterruptedException {
        return switch (after) {
            case After.Again _ -> true;
            case After.Rest(var until) -> {
                Duration pause = Duration.between(post.now(), until);
                Duration bounded = pause.compareTo(LOOK) < 0 ? pause : LOOK;
                bell.tryAcquire(Math.max(1, bounded.toMillis()), TimeUnit.MILLISECONDS);
                yield true;
            }
            case After.End _ -> false;
        };
    }

    private After step() throws InterruptedException {
        try {
            Instant now = post.now();
            Instant until = circuit.restUntil(now);
            if (until.isAfter(now)) {
                signals.clear();
                return new After.Rest(until);
            }
            return circuit.probing() ? probe() : work();
        } catch (StoreException e) {
            if (e.retryable()) {
                return new After.Rest(post.now().plus(Post.pause()));
            }
            return stopped(e);
        } catch (RuntimeException e) {
            return stopped(e);
        }
    }

    private After stopped(RuntimeException e) {
        LOG.atWarn()
                .addKeyValue("node", node.value())
                .addKeyValue("reason", e.toString())
                .log("Posting stopped for a moment");
        return new After.Rest(post.now().plus(AFTER_FAULT));
    }

    /// Addresses that fail are tried few at a time.
    private After probe() throws InterruptedException {
        post.probes().acquire();
        try {
            return work();
        } finally {
            post.probes().release();
        }
    }

    private After work() throws InterruptedException {
        if (!tell()) {
            return new After.Again();
        }
        return switch (post.next(node)) {
            case PushQueue.Next.Ready(var parcel) -> deliver(parcel);
            case PushQueue.Next.Later(var at) -> new After.Rest(at);
            case PushQueue.Next.Nothing _ -> new After.End();
        };
    }

    /// False when that went wrong, which may be a reason to rest.
    private boolean tell() throws InterruptedException {
        for (Told next = signals.poll(); next != null; next = signals.poll()) {
            if (post.tell(node, next.agent(), next.signal()) instanceof Verdict.Failed failed) {
                failed(failed);
                return false;
            }
        }
        return true;
    }

    private After deliver(PushQueue.Parcel parcel) throws InterruptedException {
        switch (post.deliver(node, parcel)) {
            case Verdict.Arrived _, Verdict.Acked _ -> circuit.succeeded();
            case Verdict.Failed failed -> {
                failed(failed);
                LOG.atWarn()
                        .addKeyValue("node", node.value())
                        .addKeyValue("delivery", parcel.letter().delivery().value())
                        .addKeyValue("attempt", parcel.attempt())
                        .addKeyValue("error", failed.error())
                        .log("A delivery could not be posted");
            }
        }
        return new After.Again();
    }

    private void failed(Verdict.Failed failed) {
        if (failed.addressFails()) {
            circuit.rest(failed.retryAfter(), post.now());
            circuit.failed(post.now(), Post.chance());
        }
    }
}
