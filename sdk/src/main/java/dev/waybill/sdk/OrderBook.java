package dev.waybill.sdk;

import dev.waybill.protocol.id.InvocationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The calls that an agent is asked to handle: each is given out once, however often it comes. One that nobody here handles
/// yet is kept for a while, because what waited on the server comes as soon as the agent is back.
final class OrderBook {
    private static final int UNCLAIMED = 256;
    private static final int REMEMBERED = 4096;

    private final Map<String, Consumer<Order>> takers = new HashMap<>();
    private final LinkedHashMap<InvocationId, Order> unclaimed = new LinkedHashMap<>();
    private final Set<InvocationId> underWay = new HashSet<>();
    private final LinkedHashSet<InvocationId> finished = new LinkedHashSet<>();

    /// Called by those who read; a taker must not wait.
    synchronized void arrived(Order order) {
        if (underWay.contains(order.id()) || finished.contains(order.id())) {
            return;
        }
        Consumer<Order> taker = takers.get(order.action());
        if (taker != null) {
            give(order, taker);
        } else {
            unclaimed.put(order.id(), order);
            if (unclaimed.size() > UNCLAIMED) {
                unclaimed.pollFirstEntry();
            }
        }
    }

    /// From now on `taker` gets the calls of that action, and those that came before; whoever got them does no more, and is
    /// the answer.
    synchronized @Nullable Consumer<Order> claim(String action, Consumer<Order> taker) {
        Consumer<Order> previous = takers.put(action, taker);
        List<Order> waiting = new ArrayList<>(unclaimed.values());
        for (Order order : waiting) {
            if (order.action().equals(action)) {
                unclaimed.remove(order.id());
                give(order, taker);
            }
        }
        return previous;
    }

    /// As if `taker` had not claimed it, unless somebody else has meanwhile.
    synchronized void giveBack(
            String action, Consumer<Order> taker, @Nullable Consumer<Order> previous) {
        if (unclaim(action, taker) && previous != null) {
            takers.put(action, previous);
        }
    }

    /// False when it was not the taker any more.
    synchronized boolean unclaim(String action, Consumer<Order> taker) {
        return takers.remove(action, taker);
    }

    /// Nobody takes anything any more.
    synchronized void end() {
        takers.clear();
    }

    /// The server knows its result, or has no use for one.
    synchronized void finished(InvocationId id) {
        if (underWay.remove(id)) {
            finished.add(id);
            if (finished.size() > REMEMBERED) {
                finished.removeFirst();
            }
        }
    }

    /// It was left undone; when it comes again, somebody may take it.
    synchronized void leftUndone(InvocationId id) {
        underWay.remove(id);
    }

    private void give(Order order, Consumer<Order> taker) {
        underWay.add(order.id());
        taker.accept(order);
    }
}
