package dev.waybill.server.network.read;

import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.RowReader;
import dev.waybill.server.store.Weight;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Part of a list, and whether it goes on after it.
public record Page<T>(List<T> items, boolean more) {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 100;

    /// A page ends before it grows beyond this, however little it holds then; it holds one item at least.
    static final long MAX_CHARACTERS = 2 << 20;

    public Page {
        items = List.copyOf(items);
    }

    static <T> Page<T> empty() {
        return new Page<>(List.of(), false);
    }

    /// Rows of a query whose last value is its limit.
    static <T> Page<T> read(
            ReadTx tx,
            String sql,
            RowReader<T> reader,
            ToLongFunction<T> weight,
            int limit,
            @Nullable Object... values) {
        AtomicInteger seen = new AtomicInteger();
        @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = limit + 1;
        List<T> rows =
                tx.page(
                        sql,
                        row -> {
                            seen.incrementAndGet();
                            return reader.read(row);
                        },
                        new Weight<>(weight, MAX_CHARACTERS),
                        all);
        List<T> items = rows.size() > limit ? rows.subList(0, limit) : rows;
        return new Page<>(items, seen.get() > items.size());
    }

    Page<T> reversed() {
        return new Page<>(items.reversed(), more);
    }

    <R> Page<R> map(Function<? super T, ? extends R> change) {
        return new Page<R>(items.stream().<R>map(change).toList(), more);
    }
}
