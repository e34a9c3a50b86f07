package dev.waybill.server.network;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What came lately, at hand when its turn comes, so that it need not be read and taken apart again. It decides nothing:
/// the store says what waits for whom, and as no number is given twice, nobody asks for what was kept here and then not
/// committed.
///
/// Used by the thread that writes alone.
final class Recent {
    private static final int MOST = 32 << 20;

    private final Map<Long, Ready> known = new HashMap<>();
    private final Deque<Ready> oldestFirst = new ArrayDeque<>();
    private long weight;

    void keep(Ready one) {
        if (known.putIfAbsent(one.id(), one) == null) {
            oldestFirst.add(one);
            weight += one.weight();
        }
        while (weight > MOST) {
            Ready oldest = oldestFirst.remove();
            known.remove(oldest.id());
            weight -= oldest.weight();
        }
    }

    @Nullable Ready find(long id) {
        return known.get(id);
    }
}
