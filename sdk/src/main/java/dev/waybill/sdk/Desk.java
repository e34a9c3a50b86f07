package dev.waybill.sdk;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.CompleteInvocation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where one agent works on the calls it handles: each on a virtual thread, so many at a time as their action allows. A call
/// keeps its place until the server has its result.
final class Desk {
    private static final Logger LOG = System.getLogger(Desk.class.getName());
    private static final int MOST = 4096;

    private final RelayAgent agent;
    private final OrderBook orders;
    private final Reports reports;

    /// Those at work, each with what it does when the server has its result; only the thread itself touches that.
    private final Map<Thread, List<Runnable>> threads = new ConcurrentHashMap<>();

    Desk(RelayAgent agent, OrderBook orders, Reports reports) {
        this.agent = agent;
        this.orders = orders;
        this.reports = reports;
    }

    /// Takes the calls of an action; it does not wait.
    <I, O extends @Nullable Object> Consumer<Order> taker(ActionDefinition<I, O> definition) {
        Performance<I, O> performance = new Performance<>(definition);
        Semaphore room = new Semaphore(definition.atOnce(), true);
        return order ->
                start(
                        order,
                        threads.size() < MOST
                                ? () -> inTurn(order, performance, room)
                                : () -> reports.send(order, tooMany()));
    }

    /// Takes no more and lets what is under way finish. What takes longer is interrupted: it comes again to the next session.
    void close(Duration patience) {
        orders.end();
        Deadline deadline = new Deadline(patience);
        List<Thread> others = new ArrayList<>(threads.keySet());
        others.remove(Thread.currentThread());
        try {
            for (Thread thread : others) {
                thread.join(deadline.left().plusMillis(1));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        reports.end();
        others.forEach(Thread::interrupt);
    }

    /// For a handler that closes what its own result needs: does it, on a thread of its own, when the server has that result.
    /// False, and nothing is done, unless this thread is at work here.
    boolean putOff(Runnable closing) {
        List<Runnable> afterwards = threads.get(Thread.currentThread());
        return afterwards != null && afterwards.add(closing);
    }

    /// Work that may end because this side is closed.
    private interface Work {
        void run() throws InterruptedException;
    }

    private void start(Order order, Work work) {
        Thread thread =
                Thread.ofVirtual()
                        .name("waybill-action-" + order.id())
                        .unstarted(() -> run(order, work));
        threads.put(thread, new ArrayList<>());
        thread.start();
    }

    private void run(Order order, Work work) {
        try {
            work.run();
            orders.finished(order.id());
        } catch (InterruptedException _) {
            orders.leftUndone(order.id());
            LOG.log(Level.DEBUG, "{0} is left undone: the agent is closed", order.id());
        } finally {
            afterwards(threads.remove(Thread.currentThread()));
        }
    }

    private static void afterwards(@Nullable List<Runnable> closings) {
        if (closings != null) {
            closings.forEach(each -> Thread.ofVirtual().name("waybill-closing").start(each));
        }
    }

    private void inTurn(Order order, Performance<?, ?> performance, Semaphore room)
            throws InterruptedException {
        room.acquire();
        try {
            ActionCaller caller = reports.caller(order);
            if (caller != null) {
                perform(order, performance, caller);
            }
        } finally {
            room.release();
        }
    }

    private void perform(Order order, Performance<?, ?> performance, ActionCaller caller)
            throws InterruptedException {
        long start = System.nanoTime();
        ActionContext context = new ActionContext(order.id(), order.action(), caller, agent);
        CompleteInvocation result = outcome(order, performance, context);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        reports.send(order, timed(result, taken));
    }

    /// Interrupts that do not come from closing are the handler's own affair: it failed, or left the flag behind.
    private CompleteInvocation outcome(
            Order order, Performance<?, ?> performance, ActionContext context)
            throws InterruptedException {
        try {
            return performance.of(order.input(), context);
        } catch (InterruptedException e) {
            if (reports.ended()) {
                throw e;
            }
            return performance.failed(context, e);
        } finally {
            reports.forgetInterrupt();
        }
    }

    private static CompleteInvocation timed(CompleteInvocation result, Duration taken) {
        return new CompleteInvocation(
                result.output(),
                result.error(),
                taken.toMillis(),
                result.errorCode(),
                result.details(),
                result.retryable(),
                result.metadata());
    }

    private static CompleteInvocation tooMany() {
        return CompleteInvocation.failed(
                new ActionError(
                        ActionErrorCode.HANDLER_FAILED,
                        "The handler has " + MOST + " calls to do already.",
                        null,
                        true));
    }
}
