package dev.waybill.sdk;

import dev.waybill.protocol.id.DeliveryId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Hands the deliveries of an agent to a session or an adapter, one at a time and in order, each once, and tells the server
/// what became of it.
///
/// Throwing asks for another attempt; returning a failure does not, unless it says so. A slow target slows down the server,
/// and only for this agent. Between two connections nothing is lost and nothing is handed over twice.
///
/// ```java
/// DeliveryRunner runner =
///         DeliveryRunner.builder(agent)
///                 .deliverTo(
///                         (message, context) -> {
///                             System.out.println(message.from() + ": " + message.text());
///                             return context.delivered();
///                         })
///                 .onError((item, error) -> System.err.println(item.message().id() + ": " + error))
///                 .build();
/// runner.start();
/// runner.stop();
/// ```
public final class DeliveryRunner implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DeliveryRunner.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final int LONGEST_REASON = 1000;

    private final RelayAgent agent;
    private final Target target;
    private final BiConsumer<InboxItem, MessageReceipt> onResult;
    private final BiConsumer<InboxItem, Throwable> onError;
    private final Seat seat;
    private final NodeLink link;
    private final Receipts receipts;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile Subscription activity = Subscription.NONE;

    private DeliveryRunner(Builder builder) {
        this.agent = builder.agent;
        this.target = new Target(builder.target);
        this.onResult = builder.onResult;
        this.onError = builder.onError;
        this.seat = agent.seat();
        this.link = agent.link();
        this.receipts = new Receipts(link, seat.intake());
        this.thread =
                Thread.ofVirtual().name("waybill-runner-" + agent.name()).unstarted(this::run);
    }

    public static Builder builder(RelayAgent agent) {
        return new Builder(agent);
    }

    /// Begins to hand over. Throws a [RelayCapabilityException] when the server keeps no state of deliveries, and whatever
    /// else keeps the agent from connecting.
    public void start() {
        link.ready();
        link.requireReceipts();
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("a runner is started once; build another one");
        }
        seat.intake().claim(this);
        try {
            target.connect();
        } catch (Exception e) {
            seat.intake().unclaim(this);
            throw new RelayException("adapter", "the adapter did not connect: " + e, e);
        }
        activity = target.listen(this::report);
        agent.started(this);
        thread.start();
    }

    /// Takes no further delivery, lets the one being handed over finish, and returns when the server has its receipt, or
    /// after half a minute: a target that takes longer is interrupted, as in [#stop(Duration)].
    public void stop() {
        stop(PATIENCE);
    }

    /// As [#stop()], but a target that takes longer than that is interrupted; its delivery comes again.
    public void stop(Duration patience) {
        if (!started.getAndSet(true)) {
            return;
        }
        seat.intake().stop(this);
        if (Thread.currentThread().equals(thread) || thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            if (!thread.join(patience)) {
                thread.interrupt();
                thread.join(patience);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stops, and lets the session go.
    public void release(@Nullable String reason) {
        stop();
        if (target.handler() instanceof AgentSession session) {
            session.release(reason);
        }
    }

    @Override
    public void close() {
        stop();
    }

    private void run() {
        try {
            for (Arrival next = seat.intake().take(); next != null; next = seat.intake().take()) {
                deliver(next);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            leave();
        }
    }

    private void leave() {
        seat.intake().unclaim(this);
        agent.stopped(this);
        activity.close();
        try {
            target.disconnect();
            if (!receipts.awaitAll(link.connected() ? PATIENCE : MOMENT)) {
                LOG.log(Level.WARNING, "receipts of {0} are not confirmed", agent.name());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the adapter of " + agent.name() + " did not disconnect", e);
        }
    }

    private void deliver(Arrival arrival) {
        MessageReceipt receipt = receipt(arrival);
        receipts.send(receipt);
        seat.intake().finished(arrival.id());
        link.madeRoom(seat);
    }

    private MessageReceipt receipt(Arrival arrival) {
        InboxItem item;
        try {
            item = arrival.item();
        } catch (IllegalArgumentException e) {
            return failed(arrival.id(), "not understood: " + e.getMessage(), false);
        }
        try {
            MessageReceipt receipt = target.handOver(item);
            tell(onResult, item, receipt);
            return receipt;
        } catch (Throwable e) {
            tell(onError, item, e);
            return failed(arrival.id(), String.valueOf(e), true);
        }
    }

    private static MessageReceipt failed(DeliveryId delivery, String why, boolean retryable) {
        String reason = why.length() > LONGEST_REASON ? why.substring(0, LONGEST_REASON) : why;
        return new MessageReceipt.Failed(delivery, reason, retryable, Map.of());
    }

    private static <T> void tell(BiConsumer<InboxItem, T> listener, InboxItem item, T outcome) {
        try {
            listener.accept(item, outcome);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a listener for " + item.context().id() + " threw", e);
        }
    }

    private void report(AgentSessionEvent event) {
        try {
            agent.report(event);
        } catch (RelayException e) {
            LOG.log(
                    Level.WARNING,
                    "{0} was not reported: {1}",
                    event.type().wire(),
                    e.getMessage());
        }
    }

    /// Puts a runner together; only the target is needed.
    public static final class Builder {
        private final RelayAgent agent;
        private MessageHandler target = (_, context) -> context.failed("nobody takes messages");
        private BiConsumer<InboxItem, MessageReceipt> onResult = (_, _) -> {};
        private BiConsumer<InboxItem, Throwable> onError = (_, _) -> {};

        private Builder(RelayAgent agent) {
            this.agent = agent;
        }

        /// A handler, an [AgentSession] or an [AgentDeliveryAdapter].
        public Builder deliverTo(MessageHandler handler) {
            if (handler instanceof AgentSession session
                    && !session.identity().equals(agent.identity())) {
                throw new IllegalArgumentException(
                        "the session of "
                                + session.identity()
                                + " is not that of "
                                + agent.identity());
            }
            target = handler;
            return this;
        }

        /// Told what the target said of each message, before the server is.
        public Builder onResult(BiConsumer<InboxItem, MessageReceipt> listener) {
            onResult = listener;
            return this;
        }

        /// Told what the target threw, before the server is asked for another attempt.
        public Builder onError(BiConsumer<InboxItem, Throwable> listener) {
            onError = listener;
            return this;
        }

        public DeliveryRunner build() {
            return new DeliveryRunner(this);
        }
    }
}
