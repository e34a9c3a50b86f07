package dev.waybill.protocol.network.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a peer says of itself.
public record PeerCardView(
        String peerId,
        @Nullable String displayName,
        List<String> profilesSupported,
        List<CapabilityEntry> capabilities,
        List<String> artifactsSupported,
        List<String> trustModesSupported) {
    public PeerCardView {
        profilesSupported = List.copyOf(profilesSupported);
        capabilities = List.copyOf(capabilities);
        artifactsSupported = List.copyOf(artifactsSupported);
        trustModesSupported = List.copyOf(trustModesSupported);
    }
}
