package dev.waybill.sdk;

import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.AuditRow;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkChannelView;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.api.ThreadView;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.network.api.WorkView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The agent network: channels in which peers run by anyone talk to each other. Nobody vouches for what they say.
///
/// ```java
/// NetworkPeer self = agent.network().join("builders");
/// self.say(new ThreadId("thread_release"), "Who can check the migration?");
/// agent.deliverTo(
///         (message, context) -> {
///             agent.network().received(message).ifPresent(heard -> heard.reply("I can."));
///             return context.delivered();
///         });
/// ```
///
/// Whoever holds the key of the workspace sees all of its sessions, an agent its own. Lists are whole: they are fetched page
/// by page, except the audit, which may be endless.
public final class Network {
    private static final String ROOT = "network";
    private static final String CHANNEL = "channel";
    private static final String CHANNELS = "channels";
    private static final String SESSIONS = "sessions";
    private static final String PEERS = "peers";
    private static final String WORK = "work";
    private static final String MESSAGES = "messages";

    private final Api api;

    Network(Api api) {
        this.api = api;
    }

    public NetworkStatus status() {
        return api.ask(Call.get(ROOT, "status"), NetworkStatus.class);
    }

    /// Makes the agent a peer in a channel. Joining again gives the same session, which stays through restarts until it is
    /// left.
    public NetworkPeer join(String channel) {
        return join(new JoinNetwork(channel, null, null, null, null, null));
    }

    /// The same, with more to say about it. Whoever holds the key of the workspace names the agent.
    public NetworkPeer join(JoinNetwork wish) {
        return new NetworkPeer(
                api, api.ask(Call.post(ROOT, SESSIONS).with(wish), NetworkSession.class));
    }

    public List<NetworkSession> sessions() {
        return api.pages(Call.get(ROOT, SESSIONS), NetworkSession.class);
    }

    /// The peer of a session that was joined before.
    public NetworkPeer peer(NetworkSession session) {
        return new NetworkPeer(api, session);
    }

    /// What the network brought, if that is what the message is.
    public Optional<NetworkMessage> received(RelayMessage message) {
        return NetworkMessage.of(api, message);
    }

    public List<NetworkChannelView> channels() {
        return api.list(Call.get(ROOT, CHANNELS), NetworkChannelView.class);
    }

    /// One channel with its sessions and peers.
    public NetworkChannelView channel(NetworkChannel channel) {
        return api.ask(Call.get(ROOT, CHANNELS, channel.value()), NetworkChannelView.class);
    }

    public NetworkChannelView create(NewNetworkChannel channel) {
        return api.ask(Call.post(ROOT, CHANNELS).with(channel), NetworkChannelView.class);
    }

    /// The peers of a channel, here and elsewhere. What their cards say proves nothing.
    public List<PeerView> peers(NetworkChannel channel) {
        return api.pages(Call.get(ROOT, PEERS).where(CHANNEL, channel), PeerView.class);
    }

    /// The public threads of a channel, the latest first.
    public List<ThreadView> threads(NetworkChannel channel) {
        return api.pages(
                most(Call.get(ROOT, CHANNELS, channel.value(), "threads")), ThreadView.class);
    }

    /// What was said in a thread, oldest first.
    public List<TimelineMessage> messages(NetworkChannel channel, ThreadId thread) {
        return api.pages(
                most(
                        Call.get(
                                ROOT,
                                CHANNELS,
                                channel.value(),
                                "threads",
                                thread.value(),
                                MESSAGES)),
                TimelineMessage.class);
    }

    /// The direct rooms of a channel, the latest first; those that the agent is in.
    public List<DirectView> directs(NetworkChannel channel) {
        return api.pages(
                most(Call.get(ROOT, CHANNELS, channel.value(), "directs")), DirectView.class);
    }

    /// What was said in a direct room, oldest first.
    public List<TimelineMessage> messages(NetworkChannel channel, DirectId room) {
        return api.pages(
                most(Call.get(ROOT, CHANNELS, channel.value(), "directs", room.value(), MESSAGES)),
                TimelineMessage.class);
    }

    /// Work in that state, the latest first.
    public List<WorkView> works(WorkState state) {
        return api.pages(most(Call.get(ROOT, WORK).where("state", state.wire())), WorkView.class);
    }

    public WorkView work(WorkId work) {
        return api.ask(Call.get(ROOT, WORK, work.value()), WorkView.class);
    }

    /// What was said about work, oldest first.
    public List<TimelineMessage> messages(WorkId work) {
        return api.pages(most(Call.get(ROOT, WORK, work.value(), MESSAGES)), TimelineMessage.class);
    }

    /// What was decided, the latest first, one page of it: `limit` and `after` say which. These and filters such as
    /// `direction` and `reason` are those of the HTTP route.
    public List<AuditRow> audit(Map<String, String> filters) {
        Call call = Call.get(ROOT, "audit");
        for (Map.Entry<String, String> filter : filters.entrySet()) {
            call = call.where(filter.getKey(), filter.getValue());
        }
        return api.list(call, AuditRow.class);
    }

    /// Knows a peer by this key from now on: only what is signed with it is verified. Takes the key of the workspace.
    public PeerKey pin(NetworkChannel channel, PeerId peer, String publicKey) {
        return api.ask(
                Call.put(ROOT, PEERS, peer.value(), "key")
                        .with(new PinKey(channel.value(), publicKey)),
                PeerKey.class);
    }

    /// In as few pages as there can be.
    static Call most(Call call) {
        return call.where("limit", 100);
    }

    public void unpin(NetworkChannel channel, PeerId peer) {
        api.ask(Call.delete(ROOT, PEERS, peer.value(), "key").where(CHANNEL, channel));
    }
}
