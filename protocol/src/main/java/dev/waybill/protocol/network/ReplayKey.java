package dev.waybill.protocol.network;

/// What makes an envelope the same as one before: its sender, in its channel's scope, and the id that sender gave it.
public record ReplayKey(Scope scope, PeerId from, EnvelopeId id) {
    public static ReplayKey of(Envelope envelope) {
        return new ReplayKey(envelope.scope(), envelope.from(), envelope.id());
    }

    /// Of fixed length whatever the id is, for a table. An id has no limit of its own.
    public String hash() {
        return Sha256.hex(
                scope.workspace() + "\0" + scope.channel() + "\0" + from + "\0" + id.value());
    }
}
