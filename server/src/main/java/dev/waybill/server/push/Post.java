package dev.waybill.server.push;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.node.AckMode;
import dev.waybill.protocol.node.PushDelivery;
import dev.waybill.server.config.PushConfig;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.PushQueue;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.outbound.Patience;
import dev.waybill.server.outbound.Poster;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;

/// What all endpoints share: the queue, the way out, and the rules for trying again.
final class Post {
    private static final int MAX_ANSWER = 64 << 10;

    /// How many addresses that fail are tried at once; those that do not fail never wait for these.
    private static final int PROBES = 64;

    private static final Duration KEEP = Duration.ofSeconds(8);

    private final Database database;
    private final Nodes nodes;
    private final PushQueue queue;
    private final Poster poster;
    private final Json json;
    private final Requests requests;
    private final PushConfig config;
    private final InstantSource clock;
    private final Patience patience;
    private final Semaphore probes = new Semaphore(PROBES);

    Post(
            Database database,
            Nodes nodes,
            PushQueue queue,
            Poster poster,
            Json json,
            PushConfig config,
            InstantSource clock) {
        this.database = database;
        this.nodes = nodes;
        this.queue = queue;
        this.poster = poster;
        this.json = json;
        this.requests = new Requests(json);
        this.config = config;
        this.clock = clock;
        this.patience = new Patience(config.firstRetry(), config.longestRetry());
    }

    Instant now() {
        return clock.instant();
    }

    Circuit circuit() {
        return new Circuit(config.failuresToRest(), patience);
    }

    Semaphore probes() {
        return probes;
    }

    static double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    PushQueue.Next next(NodeId node) {
        return queue.next(node);
    }

    /// Posts it and puts down what became of it.
    Verdict deliver(NodeId node, PushQueue.Parcel parcel) throws InterruptedException {
        try {
            Verdict verdict = send(node, parcel);
            keep(parcel, verdict);
            return verdict;
        } catch (InterruptedException e) {
            queue.release(parcel);
            throw e;
        }
    }

    /// Once, whatever becomes of it.
    Verdict tell(NodeId node, Addressee agent, Signal signal) throws InterruptedException {
        Optional<PushDelivery> to = database.read(tx -> nodes.delivery(tx, node));
        if (to.isEmpty()) {
            return new Verdict.Arrived();
        }
        try {
            HttpCall post = requests.signal(to.get(), agent, signal, now());
            return Verdict.of(poster.send(post), AckMode.MANUAL, json, now());
        } catch (IOException e) {
            return Verdict.of(e);
        }
    }

    private Verdict send(NodeId node, PushQueue.Parcel parcel) throws InterruptedException {
        Optional<PushDelivery> to = database.read(tx -> nodes.delivery(tx, node));
        if (to.isEmpty()) {
            return new Verdict.Failed("the node is gone", true, Duration.ZERO);
        }
        try {
            AckMode mode = to.get().ackMode();
            HttpCall post = requests.delivery(to.get(), parcel.agent(), parcel.letter(), now());
            int body = mode == AckMode.RESPONSE ? MAX_ANSWER : 0;
            return Verdict.of(poster.send(post, body), mode, json, now());
        } catch (IOException e) {
            return Verdict.of(e);
        }
    }

    /// What is not put down would be posted again, so a store that is busy is asked again as long as the claim holds.
    private void keep(PushQueue.Parcel parcel, Verdict verdict) throws InterruptedException {
        long begun = System.nanoTime();
        while (true) {
            try {
                put(parcel, verdict);
                return;
            } catch (StoreException e) {
                if (!e.retryable() || System.nanoTime() - begun > KEEP.toNanos()) {
                    throw e;
                }
                Thread.sleep(pause());
            }
        }
    }

    /// Before the store is asked again; those it refused together do not come back together.
    static Duration pause() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(10, 100));
    }

    private void put(PushQueue.Parcel parcel, Verdict verdict) {
        switch (verdict) {
            case Verdict.Arrived _ -> queue.arrived(parcel);
            case Verdict.Acked _ -> queue.acked(parcel);
            case Verdict.Failed(var error, var _, var _)
                    when parcel.attempt() >= config.maxAttempts() ->
                    queue.giveUp(parcel, error + ", after " + parcel.attempt() + " attempts");
            case Verdict.Failed(var error, var _, var asked) -> {
                Duration pause = patience.after(parcel.attempt(), chance());
                queue.putOff(parcel, now().plus(pause.compareTo(asked) < 0 ? asked : pause), error);
            }
        }
    }
}
