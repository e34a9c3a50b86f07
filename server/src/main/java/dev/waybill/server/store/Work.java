package dev.waybill.server.store;

/// What a caller does inside a transaction.
///
/// It may be run again after an attempt that was undone, so it touches nothing but its transaction and returns what it
/// found. It must not wait for anything: others wait for it.
@FunctionalInterface
public interface Work<X, T> {
    T in(X tx);
}
