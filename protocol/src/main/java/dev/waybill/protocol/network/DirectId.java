package dev.waybill.protocol.network;

/// Names the room of two peers. Both derive the same name from what they know.
public record DirectId(String value) {
    private static final String PREFIX = "direct_";
    private static final int DIGITS = 32;
    private static final Grammar GRAMMAR =
            new Grammar("direct_id", "direct_[a-f0-9]{32}", "is not 'direct_' and 32 of 0-9, a-f");

    public DirectId {
        GRAMMAR.check(value);
    }

    /// The room of two different peers in a channel.
    public static DirectId between(NetworkProfile profile, Scope scope, PeerId one, PeerId other) {
        if (one.equals(other)) {
            throw new IllegalArgumentException("a peer has no direct room with itself");
        }
        boolean ordered = one.compareTo(other) < 0;
        StringBuilder name = new StringBuilder(profile.roomDomain()).append('\0');
        if (profile.scoped()) {
            name.append(scope.requireWorkspace()).append('\0');
        }
        name.append(scope.channel())
                .append('\0')
                .append(ordered ? one : other)
                .append('\0')
                .append(ordered ? other : one);
        return new DirectId(PREFIX + Sha256.hex(name.toString()).substring(0, DIGITS));
    }

    @Override
    public String toString() {
        return value;
    }
}
