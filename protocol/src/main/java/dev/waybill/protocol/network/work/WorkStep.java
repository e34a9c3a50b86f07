package dev.waybill.protocol.network.work;

import dev.waybill.protocol.network.ReasonCode;

/// What an envelope does to the work it names.
public sealed interface WorkStep {
    /// It names none.
    record Unconcerned() implements WorkStep {}

    /// The first word about new work.
    record Opened(Work work) implements WorkStep {}

    /// The work is in another state now.
    record Moved(Work work) implements WorkStep {}

    /// The work stays as it is; the message counts.
    record Unchanged(Work work) implements WorkStep {}

    /// Of no effect and not delivered, without a word to the sender. The detail is for the audit.
    record Ignored(String detail) implements WorkStep {}

    /// Against the rules of work.
    record Refused(ReasonCode reason, String detail) implements WorkStep {}
}
