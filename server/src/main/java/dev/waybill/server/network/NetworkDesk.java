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
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What callers may do in the network.
public interface NetworkDesk {
    NetworkStatus status(Caller caller);

    /// The sessions that the caller may use: an agent's own, or all of the workspace.
    List<NetworkSession> sessions(Caller caller);

    Joined join(Caller caller, JoinNetwork wish);

    void leave(Caller caller, String session);

    /// The peers of the channel, or of all channels that the workspace is in, by channel and name.
    PeerPage peers(Caller caller, PeerQuery query);

    /// How many peers elsewhere are known in each channel that the workspace is in.
    Map<String, Long> elsewhere(Caller caller);

    PeerView peer(Caller caller, String peer, @Nullable String channel);

    /// Makes the channel known and lets agents join; tells its name.
    String create(Caller caller, NewNetworkChannel wish);

    DirectView resolve(Caller caller, String channel, ResolveDirect wish);

    Sent send(Caller caller, SendEnvelope wish);

    /// From now on only what this key signed comes from the peer.
    PeerKey pin(Caller caller, String peer, PinKey key);

    void unpin(Caller caller, String peer, @Nullable String channel);

    /// Which peers to list.
    ///
    /// @param channel in which channel; in all if absent
    /// @param after only those that come after this place
    record PeerQuery(@Nullable String channel, String after, int limit) {
        /// No channel and no peer has a slash in its name.
        public static String place(String channel, String peer) {
            return channel + "/" + peer;
        }
    }

    /// Some peers, and whether others come after them.
    record PeerPage(List<PeerView> peers, boolean more) {
        public PeerPage {
            peers = List.copyOf(peers);
        }
    }

    /// A session, and whether it was made just now.
    record Joined(NetworkSession session, boolean created) {}

    /// What was taken to be sent, and whether it was not taken before.
    record Sent(SentEnvelope envelope, boolean created) {}
}
