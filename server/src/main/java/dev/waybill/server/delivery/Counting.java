package dev.waybill.server.delivery;

/// What is known of the numbers by which a host of many agents counts the deliveries of one.
public sealed interface Counting {
    /// It has just begun to run the agent.
    record FromOne() implements Counting {}

    /// It has been sent so many over the same connection before.
    record After(long number) implements Counting {}

    /// What the store knows, and otherwise nothing: it has to be asked.
    record Kept() implements Counting {}
}
