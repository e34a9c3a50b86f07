package dev.waybill.server.follow;

import java.time.Duration;

/// Goes through a ledger step by step. Where it stands is kept in the store, never here alone.
public interface Follower {
    Next step() throws InterruptedException;

    /// What comes after a step.
    sealed interface Next {
        /// There may be more at once.
        record Again() implements Next {}

        /// Nothing until the ledger grows.
        record Idle() implements Next {}

        /// Nothing for a while, whatever happens.
        record Rest(Duration pause) implements Next {}

        /// Nothing any more.
        record End() implements Next {}
    }
}
