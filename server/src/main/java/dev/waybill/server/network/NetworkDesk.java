package dev.waybill.server.network;

import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkChannelView;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What callers may do in the network.
public interface NetworkDesk {
    NetworkStatus status(Caller caller);

    /// The sessions that the caller may use: an agent's own, or all of the workspace.
    List<NetworkSession> sessions(Caller caller);

    Joined join(Caller caller, JoinNetwork wish);

    void leave(Caller caller, String session);

    /// The peers of the channel, or of all channels that the workspace is in.
    List<PeerView> peers(Caller caller, @Nullable String channel);

    PeerView peer(Caller caller, String peer, @Nullable String channel);

    NetworkChannelView create(Caller caller, NewNetworkChannel wish);

    DirectView resolve(Caller caller, String channel, ResolveDirect wish);

    Sent send(Caller caller, SendEnvelope wish);

    /// From now on only what this key signed comes from the peer.
    PeerKey pin(Caller caller, String peer, PinKey key);

    void unpin(Caller caller, String peer, @Nullable String channel);

    /// A session, and whether it was made just now.
    record Joined(NetworkSession session, boolean created) {}

    /// What was taken to be sent, and whether it was not taken before.
    record Sent(SentEnvelope envelope, boolean created) {}
}
