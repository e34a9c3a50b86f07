package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.MessageHandler;
import io.nats.client.Subscription;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The subscriptions of one connection. One thread of the client puts everything into lanes and never waits there, so
/// nobody waits for somebody else's receiver.
final class Ears {
    private static final long MAX_MESSAGES = 64 * 1024;
    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private final Dispatcher dispatcher;
    private final Map<Hearing, Subscription> open = new ConcurrentHashMap<>();

    Ears(Connection connection) {
        this.dispatcher = connection.createDispatcher();
        dispatcher.setPendingLimits(MAX_MESSAGES, MAX_BYTES);
    }

    void open(Hearing hearing, String subject, @Nullable String queue, MessageHandler handler) {
        open.put(
                hearing,
                queue == null
                        ? dispatcher.subscribe(subject, handler)
                        : dispatcher.subscribe(subject, queue, handler));
    }

    boolean has(Hearing hearing) {
        return open.containsKey(hearing);
    }

    void close(Hearing hearing) {
        Subscription subscription = open.remove(hearing);
        if (subscription != null && dispatcher.isActive()) {
            dispatcher.unsubscribe(subscription);
        }
    }

    static byte[] payload(Message message) {
        byte[] data = message.getData();
        return data == null ? new byte[0] : data;
    }
}
