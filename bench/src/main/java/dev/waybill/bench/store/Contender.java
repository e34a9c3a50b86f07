package dev.waybill.bench.store;

/// Something that makes a 1 KB message durable before it returns.
interface Contender {
    String name();

    /// May be called by many threads at once.
    void write(long number, String text) throws Exception;

    void close() throws Exception;
}
