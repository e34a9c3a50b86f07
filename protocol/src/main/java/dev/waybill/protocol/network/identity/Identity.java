package dev.waybill.protocol.network.identity;

import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Trust;
import org.jspecify.annotations.Nullable;

/// What a document's proof is worth.
public sealed interface Identity {
    /// There is none, or it is of a profile that is not known here.
    record Unsigned() implements Identity {}

    /// Signed with that key, which says who it was only if the key is pinned for its sender.
    record Signed(PublicKeyBytes key) implements Identity {}

    /// It claims to be signed and is not.
    record Forged(String detail) implements Identity {}

    /// Verified only if the key is the pinned one, and the one in the sender's name if that holds one.
    ///
    /// @param from as the envelope was read
    default Trust trust(PeerId from, @Nullable PublicKeyBytes pinned) {
        return this instanceof Signed(var key)
                        && key.equals(pinned)
                        && from.fingerprint().map(key.fingerprint()::equals).orElse(true)
                ? Trust.VERIFIED
                : Trust.UNTRUSTED;
    }
}
