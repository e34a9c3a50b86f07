package dev.waybill.examples;

import dev.waybill.sdk.MessageContext;
import dev.waybill.sdk.MessageHandler;
import dev.waybill.sdk.MessageReceipt;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import dev.waybill.sdk.RelayMessage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// Does one job at a time. A job that comes while it works is put off: the server brings it again, and nothing piles up in
/// the worker's memory.
public final class BusyWorker implements MessageHandler {
    private static final Duration JOB = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofMillis(500);

    private final RelayAgent agent;
    private final AtomicBoolean busy = new AtomicBoolean();

    private BusyWorker(RelayAgent agent) {
        this.agent = agent;
    }

    public static void main(String[] args) throws InterruptedException {
        try (Relay relay = Relay.connect(args[0], args[1]);
                RelayAgent agent = relay.register("worker")) {
            agent.deliverTo(new BusyWorker(agent));
            new CountDownLatch(1).await();
        }
    }

    @Override
    public MessageReceipt receiveMessage(RelayMessage message, MessageContext context) {
        if (!busy.compareAndSet(false, true)) {
            return context.deferredFor(LATER, "at work");
        }
        Thread.ofVirtual().start(() -> work(message, context));
        return context.accepted();
    }

    private void work(RelayMessage message, MessageContext context) {
        try {
            Thread.sleep(JOB);
            agent.reply(message, "done: " + message.text());
            agent.settle(context.delivered());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            busy.set(false);
        }
    }
}
