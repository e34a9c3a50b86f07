package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.MessageHandler;
import io.nats.client.Subscription;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The subscriptions of one connection. One thread of the client puts everything into lanes and never waits there, so
/// nobody waits for somebody else's receiver.
final class Ears {
    private static final Logger LOG = LoggerFactory.getLogger(Ears.class);
    private static final long MAX_MESSAGES = 64 * 1024;
    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private final Dispatcher dispatcher;
    private final Map<Hearing, Subscription> open = new ConcurrentHashMap<>();
    private final Map<Subscription, MessageHandler> handlers = new ConcurrentHashMap<>();
    private final ReentrantLock opening = new ReentrantLock();

    Ears(Connection connection) {
        this.dispatcher = connection.createDispatcher(this::early);
        dispatcher.setPendingLimits(MAX_MESSAGES, MAX_BYTES);
    }

    void open(Hearing hearing, String subject, @Nullable String queue, MessageHandler handler) {
        opening.lock();
        try {
            Subscription subscription =
                    queue == null
                            ? dispatcher.subscribe(subject, handler)
                            : dispatcher.subscribe(subject, queue, handler);
            handlers.put(subscription, handler);
            open.put(hearing, subscription);
        } finally {
            opening.unlock();
        }
    }

    /// The client asks the broker first, and knows whom to hand it to a moment later. It would drop what comes in between.
    private void early(Message message) throws InterruptedException {
        MessageHandler handler = handler(message.getSubscription());
        if (handler != null) {
            handler.onMessage(message);
        }
    }

    /// Waits until the subscription is made.
    private @Nullable MessageHandler handler(Subscription subscription) {
        opening.lock();
        try {
            return handlers.get(subscription);
        } finally {
            opening.unlock();
        }
    }

    boolean has(Hearing hearing) {
        return open.containsKey(hearing);
    }

    void close(Hearing hearing) {
        Subscription subscription = open.remove(hearing);
        if (subscription == null) {
            return;
        }
        handlers.remove(subscription);
        if (dispatcher.isActive()) {
            dispatcher.unsubscribe(subscription);
        }
    }

    /// Nothing comes any more, and what had come is handled.
    void drain(Duration atMost) throws InterruptedException {
        try {
            if (!dispatcher.drain(atMost).get()) {
                LOG.debug("The broker has not said in time that it brings nothing more");
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("subscriptions do not end", e.getCause());
        }
    }

    static byte[] payload(Message message) {
        byte[] data = message.getData();
        return data == null ? new byte[0] : data;
    }
}
