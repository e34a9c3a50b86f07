package dev.waybill.server.delivery;

import java.util.ArrayDeque;
import java.util.Deque;

/// The frames of a line that went out and were not acknowledged yet. What was passed over without a frame does not count:
/// nobody can acknowledge it.
final class Flight {
    private final Deque<Long> places = new ArrayDeque<>();

    void add(long seq) {
        places.addLast(seq);
    }

    /// How many are under way when everything up to `acked` has arrived.
    int size(long acked) {
        while (!places.isEmpty() && places.getFirst() <= acked) {
            places.removeFirst();
        }
        return places.size();
    }

    void clear() {
        places.clear();
    }
}
