package dev.waybill.server.store;

import java.util.List;
import java.util.function.Function;

/// What a caller does inside a transaction.
///
/// It may be run again after an attempt that was undone, so it touches nothing but its transaction and returns what it
/// found. It must not wait for anything: others wait for it.
@FunctionalInterface
public interface Work<X, T> {
    T in(X tx);

    /// What it is about to look up.
    default List<LookUp> lookUps() {
        return List.of();
    }

    /// The same work, with something made of its outcome.
    default <R> Work<X, R> then(Function<? super T, ? extends R> made) {
        return after(lookUps(), tx -> made.apply(in(tx)));
    }

    /// The same work, with what it is about to look up.
    static <X, T> Work<X, T> after(List<LookUp> lookUps, Work<X, T> work) {
        return new Work<>() {
            @Override
            public T in(X tx) {
                return work.in(tx);
            }

            @Override
            public List<LookUp> lookUps() {
                return lookUps;
            }
        };
    }
}
