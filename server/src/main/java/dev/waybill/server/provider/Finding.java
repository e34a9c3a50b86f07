package dev.waybill.server.provider;

/// What is found when one looks whether an earlier call has had its effect.
public sealed interface Finding {
    record Done(Outcome.Sent sent) implements Finding {}

    record NotDone() implements Finding {}

    /// It cannot be told, now or ever.
    record Unknowable() implements Finding {}
}
