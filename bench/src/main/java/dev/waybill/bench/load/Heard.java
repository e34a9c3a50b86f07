package dev.waybill.bench.load;

/// Is told what becomes of messages, by any thread.
public interface Heard {
    /// The sender was told that the message is durable.
    void confirmed(long number);

    /// A recipient has the message.
    void delivered(long number);

    /// Something came back that should not have.
    void fault(String what);
}
