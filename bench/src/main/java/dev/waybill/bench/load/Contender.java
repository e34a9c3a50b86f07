package dev.waybill.bench.load;

/// A running system that makes messages durable before it confirms them, and hands each to those it is for.
public interface Contender extends AutoCloseable {
    String name();

    /// What it is, with its version and with what it was told to do, for people to read.
    About about();

    Proc process();

    /// Makes the mailboxes and connects the senders; nobody listens yet.
    Scene open(Shape shape, Heard heard) throws Exception;

    @Override
    void close();

    /// What took part, exactly.
    record About(String version, String settings) {}
}
