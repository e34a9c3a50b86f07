package dev.waybill.protocol.network;

import java.util.Optional;

/// Names a peer, such as `reviewer.sess-xyz`; or, of a peer that signs, `nickname@fingerprint`.
public record PeerId(String value) implements Comparable<PeerId> {
    private static final int FINGERPRINT = 32;
    private static final Grammar HANDLE =
            new Grammar("handle", "[a-z0-9_-]{1,32}@[a-f0-9]{32}", "is no handle");
    private static final Grammar NAME =
            new Grammar(
                    "peer",
                    "[a-z0-9][a-z0-9._-]{0,127}",
                    "is not 1 to 128 of a-z, 0-9, '.', '_', '-', beginning with a letter or digit");

    public PeerId {
        if (!HANDLE.fits(value)) {
            NAME.check(value);
        }
    }

    /// The first half of the hash of the key it signs with, if its name holds one.
    public Optional<String> fingerprint() {
        return value.indexOf('@') < 0
                ? Optional.empty()
                : Optional.of(value.substring(value.length() - FINGERPRINT));
    }

    /// Where messages for it go: a part of the subject, derived from the id and never from a display name.
    public String routeToken() {
        return fingerprint().orElseGet(() -> Sha256.hex(value).substring(0, FINGERPRINT));
    }

    @Override
    public int compareTo(PeerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
