package dev.waybill.server.network;

import dev.waybill.protocol.network.ProfileName;
import dev.waybill.server.config.NetworkConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings of the network for tests.
final class TestNetworks {
    private TestNetworks() {}

    /// The profile of the reference releases, in that workspace.
    static NetworkConfig workspace(String id) {
        return of(ProfileName.WORKSPACE, id, 100, NetworkConfig.DEFAULTS.inFlight(), List.of());
    }

    static NetworkConfig depth(int depth) {
        return depth(depth, NetworkConfig.DEFAULTS.inFlight());
    }

    static NetworkConfig depth(int depth, int inFlight) {
        return of(ProfileName.CHANNEL, null, depth, inFlight, List.of());
    }

    static NetworkConfig accepting(String channel) {
        return of(
                ProfileName.CHANNEL,
                null,
                100,
                NetworkConfig.DEFAULTS.inFlight(),
                List.of(channel));
    }

    private static NetworkConfig of(
            ProfileName profile,
            @Nullable String workspace,
            int depth,
            int inFlight,
            List<String> accepting) {
        NetworkConfig usual = NetworkConfig.DEFAULTS;
        return new NetworkConfig(
                true,
                profile,
                null,
                null,
                null,
                workspace,
                null,
                usual.maxPayload(),
                usual.greetInterval(),
                usual.replayWindow(),
                depth,
                inFlight,
                usual.maxLifetime(),
                accepting,
                usual.defaultChannel(),
                usual.auditRetention(),
                usual.retention());
    }
}
