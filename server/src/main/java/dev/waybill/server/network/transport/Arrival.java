package dev.waybill.server.network.transport;

/// Bytes that were published to a subject, and who is told what becomes of them.
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared by what is in it
public record Arrival(String subject, byte[] payload, Answer answer) {
    /// Told at any time and on any thread, once. A carrier that can brings the payload again until it is taken.
    public interface Answer {
        /// Whoever keeps it has it safe.
        void taken();

        /// Nobody here takes it any more; somebody else may have it at once.
        default void givenBack() {}

        /// Nothing can be made of it here. It comes again as if nothing had been said.
        default void givenUp() {}
    }
}
