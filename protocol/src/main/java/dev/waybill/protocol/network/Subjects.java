package dev.waybill.protocol.network;

/// Where envelopes travel on NATS. Every part is a name whose grammar has no `.`, `*`, `>` or space.
public record Subjects(NetworkProfile profile) {
    /// Where an envelope is published: to its one peer if it has one, else to all.
    public String of(Envelope envelope) {
        return envelope.to() == null
                ? broadcast(envelope.scope())
                : peer(envelope.scope(), envelope.to());
    }

    public String broadcast(Scope scope) {
        return channel(scope) + ".broadcast";
    }

    public String peer(Scope scope, PeerId peer) {
        return channel(scope) + ".peer." + peer.routeToken();
    }

    private String channel(Scope scope) {
        String prefix = profile.subjectPrefix();
        return profile.scoped()
                ? prefix + "." + scope.requireWorkspace() + "." + scope.channel()
                : prefix + "." + scope.channel();
    }
}
