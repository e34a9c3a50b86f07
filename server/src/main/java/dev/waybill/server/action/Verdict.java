package dev.waybill.server.action;

/// What is to be done about an invocation that is still open.
sealed interface Verdict {
    /// Nothing: it is being handled, or its time has not come.
    record Leave() implements Verdict {}

    /// It can go, for the first time or again.
    record Go(Spot spot) implements Verdict {}

    /// It has nowhere to go now.
    record Wait(Spot.Nowhere spot) implements Verdict {}

    /// It has had nowhere to go for too long.
    record Fail(String error) implements Verdict {}
}
