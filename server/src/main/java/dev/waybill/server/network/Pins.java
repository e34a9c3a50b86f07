package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.identity.Identity;
import dev.waybill.protocol.network.identity.PublicKeyBytes;
import dev.waybill.server.store.Database;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The keys that peers are known by, at hand for every envelope.
final class Pins {
    private final Database database;
    private final PinTable table = new PinTable();
    private volatile Map<Pin, PublicKeyBytes> all = Map.of();

    /// Whose key it is, in whose eyes.
    record Pin(WorkspaceId workspace, String channel, String peer) {}

    Pins(Database database) {
        this.database = database;
    }

    /// Looks which there are, also by another server's doing.
    void reload() {
        all = database.read(table::all);
    }

    private Optional<PublicKeyBytes> find(WorkspaceId workspace, String channel, PeerId peer) {
        return Optional.ofNullable(all.get(new Pin(workspace, channel, peer.value())));
    }

    /// The ids of all keys in a channel, by peer.
    Map<String, String> ids(WorkspaceId workspace, String channel) {
        return all.entrySet().stream()
                .filter(entry -> entry.getKey().workspace().equals(workspace))
                .filter(entry -> entry.getKey().channel().equals(channel))
                .collect(
                        Collectors.toMap(
                                entry -> entry.getKey().peer(), entry -> entry.getValue().keyId()));
    }

    void pin(WorkspaceId workspace, String channel, PeerId peer, PublicKeyBytes key, Instant now) {
        database.write(
                tx -> {
                    table.pin(tx, workspace, channel, peer, key, now);
                    return key;
                });
        reload();
    }

    /// False where none was pinned.
    boolean unpin(WorkspaceId workspace, String channel, PeerId peer) {
        boolean gone = database.write(tx -> table.unpin(tx, workspace, channel, peer));
        reload();
        return gone;
    }

    /// How sure it is for that workspace who sent it; null where it is sure that somebody else did: it names a key in its
    /// sender's name, or the sender has one pinned, and it is not signed with that.
    @Nullable Trust judge(WorkspaceId workspace, Envelope envelope, Identity identity) {
        PeerId from = envelope.from();
        PublicKeyBytes pinned =
                find(workspace, envelope.scope().channel().value(), from).orElse(null);
        Trust trust = identity.trust(from, pinned);
        if (trust == Trust.VERIFIED) {
            return trust;
        }
        boolean signs = identity instanceof Identity.Signed;
        return pinned != null || (from.fingerprint().isPresent() && !signs) ? null : trust;
    }
}
