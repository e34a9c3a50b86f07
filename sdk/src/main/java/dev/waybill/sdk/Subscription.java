package dev.waybill.sdk;

/// Something that goes on until it is closed; closing it twice does no harm.
///
/// ```java
/// try (Subscription failures = relay.on("delivery.failed", event -> System.err.println(event))) {
///     agent.send("@bob", "Are you there?");
/// }
/// ```
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /// For those that never tell anything.
    Subscription NONE = () -> {};

    /// Nothing more comes after this returns, but for what is being handled just now.
    @Override
    void close();
}
