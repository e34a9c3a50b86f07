package dev.waybill.server.store;

/// Turns a row into a value.
@FunctionalInterface
public interface RowReader<T> {
    T read(Row row);
}
