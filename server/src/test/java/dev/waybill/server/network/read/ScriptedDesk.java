package dev.waybill.server.network.read;

import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.NetworkStatus;
import dev.waybill.protocol.network.api.NewNetworkChannel;
import dev.waybill.protocol.network.api.PeerCardView;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.server.network.NetworkDesk;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A desk that says yes to everything once, and remembers what it was asked.
final class ScriptedDesk implements NetworkDesk {
    final List<String> asked = new ArrayList<>();

    @Override
    public NetworkStatus status(Caller caller) {
        return new NetworkStatus(
                true, "running", "channel", "local", null, null, null, null, 2, 1, 1, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, "default", List.of());
    }

    @Override
    public List<NetworkSession> sessions(Caller caller) {
        return List.of(session("builders"), session("elsewhere"));
    }

    @Override
    public Joined join(Caller caller, JoinNetwork wish) {
        String channel = Objects.requireNonNullElse(wish.channel(), "default");
        return new Joined(session(channel), first("join " + channel));
    }

    @Override
    public void leave(Caller caller, String session) {
        if (!first("leave " + session)) {
            throw new Refusal(
                    Reason.NETWORK_SESSION_NOT_FOUND,
                    "Session " + Shown.quoted(session) + " not found");
        }
    }

    @Override
    public PeerPage peers(Caller caller, PeerQuery query) {
        asked.add("peers " + query.channel() + " " + query.limit());
        List<PeerView> rest =
                Stream.of(peer("alice.sess-1", true), peer("coder.sess-a", false))
                        .filter(peer -> place(peer).compareTo(query.after()) > 0)
                        .toList();
        return new PeerPage(
                rest.stream().limit(query.limit()).toList(), rest.size() > query.limit());
    }

    private static String place(PeerView peer) {
        return PeerQuery.place(peer.channel(), peer.peerId());
    }

    @Override
    public Map<String, Long> elsewhere(Caller caller) {
        return Map.of("builders", 1L);
    }

    @Override
    public PeerView peer(Caller caller, String peer, @Nullable String channel) {
        asked.add("peer " + peer + " " + channel);
        return peer(peer, false);
    }

    @Override
    public String create(Caller caller, NewNetworkChannel wish) {
        return wish.channel();
    }

    @Override
    public DirectView resolve(Caller caller, String channel, ResolveDirect wish) {
        return new DirectView(
                channel,
                null,
                NetworkRows.ROOM,
                wish.peerId(),
                "alice.sess-1",
                NetworkRows.NOW,
                null,
                0,
                0,
                null);
    }

    @Override
    public Sent send(Caller caller, SendEnvelope wish) {
        String id = Objects.requireNonNullElse(wish.id(), "new");
        return new Sent(
                new SentEnvelope(
                        id,
                        wish.sessionId(),
                        "builders",
                        null,
                        wish.kind(),
                        wish.surface(),
                        wish.threadId(),
                        wish.directId(),
                        "alice.sess-1",
                        wish.to(),
                        wish.workId(),
                        wish.replyTo(),
                        wish.traceId(),
                        wish.causationId(),
                        1,
                        wish.expiresAt(),
                        "queued",
                        9),
                first("send " + id));
    }

    @Override
    public PeerKey pin(Caller caller, String peer, PinKey key) {
        return new PeerKey(peer, "builders", key.pubkey(), "k", NetworkRows.NOW);
    }

    @Override
    public void unpin(Caller caller, String peer, @Nullable String channel) {
        asked.add("unpin " + peer + " " + channel);
    }

    private boolean first(String what) {
        asked.add(what);
        return asked.indexOf(what) == asked.size() - 1;
    }

    private static NetworkSession session(String channel) {
        return new NetworkSession(
                "sess-1", "alice", channel, null, "alice.sess-1", null, NetworkRows.NOW, 0);
    }

    private static PeerView peer(String id, boolean local) {
        return new PeerView(
                id,
                null,
                "builders",
                null,
                local,
                null,
                "token",
                new PeerCardView(id, null, List.of(), List.of(), List.of(), List.of()),
                null,
                null,
                null,
                "active",
                null,
                null,
                null,
                null);
    }
}
