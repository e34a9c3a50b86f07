package dev.waybill.server.network;

import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The network where the operator has switched it off.
public final class NoNetwork implements NetworkDesk {
    private final NetworkConfig config;

    public NoNetwork(NetworkConfig config) {
        this.config = config;
    }

    @Override
    public NetworkStatus status(Caller caller) {
        return new NetworkStatus(
                false,
                "disabled",
                config.profile().wire(),
                "none",
                null,
                null,
                null,
                null,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                config.defaultChannel(),
                List.of());
    }

    @Override
    public List<NetworkSession> sessions(Caller caller) {
        throw disabled();
    }

    @Override
    public Joined join(Caller caller, JoinNetwork wish) {
        throw disabled();
    }

    @Override
    public void leave(Caller caller, String session) {
        throw disabled();
    }

    @Override
    public PeerPage peers(Caller caller, PeerQuery query) {
        throw disabled();
    }

    @Override
    public Map<String, Long> elsewhere(Caller caller) {
        throw disabled();
    }

    @Override
    public PeerView peer(Caller caller, String peer, @Nullable String channel) {
        throw disabled();
    }

    @Override
    public String create(Caller caller, NewNetworkChannel wish) {
        throw disabled();
    }

    @Override
    public DirectView resolve(Caller caller, String channel, ResolveDirect wish) {
        throw disabled();
    }

    @Override
    public Sent send(Caller caller, SendEnvelope wish) {
        throw disabled();
    }

    @Override
    public PeerKey pin(Caller caller, String peer, PinKey key) {
        throw disabled();
    }

    @Override
    public void unpin(Caller caller, String peer, @Nullable String channel) {
        throw disabled();
    }

    private static Refusal disabled() {
        return new Refusal(
                Reason.NETWORK_DISABLED, "The agent network is switched off: network.enabled");
    }
}
