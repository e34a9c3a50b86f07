package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a peer says of itself. None of it is proof of anything.
public record PeerCard(
        PeerId peer,
        @Nullable String displayName,
        List<String> profiles,
        List<String> capabilities,
        List<String> artifacts,
        List<String> trustModes,
        Map<String, RawJson> ext) {
    /// A capability that may be claimed only with a proof attached; the claim is still only a claim.
    public static final String TASK_WRITE = "task.write";

    public PeerCard {
        profiles = List.copyOf(profiles);
        capabilities = List.copyOf(capabilities);
        artifacts = List.copyOf(artifacts);
        trustModes = List.copyOf(trustModes);
        ext = Ext.copy(ext);
    }

    /// Whether somebody who asks for this means the peer: everything does that it says of itself, and so does nothing.
    public boolean answersTo(String query) {
        return query.isEmpty()
                || query.equals(peer.value())
                || query.equals(displayName)
                || capabilities.contains(query)
                || profiles.contains(query)
                || artifacts.contains(query)
                || trustModes.contains(query);
    }

    RawJson text() {
        return new ObjectText()
                .put("peer_id", peer.value())
                .putSome("display_name", displayName)
                .put("profiles_supported", profiles)
                .put("capabilities", capabilities)
                .put("artifacts_supported", artifacts)
                .put("trust_modes_supported", trustModes)
                .putSome("ext", ext)
                .done();
    }
}
