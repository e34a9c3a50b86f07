package dev.waybill.sdk;

import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.CapabilityDocument;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Progress;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.InboxEntry;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.ResolveDirect;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.protocol.network.api.ThreadView;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.network.api.WorkView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// An agent in one channel of the network: what it says there, and what waits for it.
///
/// ```java
/// NetworkPeer self = agent.network().join("builders");
/// PeerId bob = new PeerId("bob.sess-57402b99d62414c6");
/// SentEnvelope asked =
///         self.send(NetworkDraft.say(self.room(bob), "Please check it.").to(bob).newWork());
/// ```
///
/// A send returns when the server has written it down for good; if the connection breaks meanwhile it is repeated under the
/// same id, and is there once.
public final class NetworkPeer {
    private static final String ROOT = "network";
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Api api;
    private final NetworkSession session;

    NetworkPeer(Api api, NetworkSession session) {
        this.api = api;
        this.session = session;
    }

    public NetworkSession session() {
        return session;
    }

    public PeerId id() {
        return new PeerId(session.peerId());
    }

    public NetworkChannel channel() {
        return new NetworkChannel(session.channel());
    }

    /// Says something to everyone in the channel; a new name begins a thread.
    public SentEnvelope say(ThreadId thread, String text) {
        return send(NetworkDraft.say(new Place.InThread(thread), text));
    }

    /// Says something to one peer in the room of the two.
    public SentEnvelope direct(PeerId to, String text) {
        return send(NetworkDraft.say(room(to), text).to(to));
    }

    /// Hands a capability on, as part of work. Its digest is made here.
    public SentEnvelope capability(
            Place place, PeerId to, WorkId work, CapabilityDocument document) {
        return send(NetworkDraft.of(new Content.Offer(place, work, document.digested())).to(to));
    }

    /// Tells a peer what became of a message about work.
    public SentEnvelope receipt(Place place, PeerId to, WorkId work, Admission admission) {
        return send(
                NetworkDraft.of(new Content.Receipt(place, work, admission))
                        .to(to)
                        .replyTo(admission.forId()));
    }

    /// Tells a peer how far work is.
    public SentEnvelope trace(Place place, PeerId to, WorkId work, Progress progress) {
        return send(NetworkDraft.of(new Content.Trace(place, work, progress)).to(to));
    }

    public SentEnvelope send(NetworkDraft draft) {
        return new NetworkSends(api).send(session.sessionId(), draft);
    }

    /// The room of this peer and another. Work that is handed over into it needs a new id.
    public Place.InRoom room(PeerId other) {
        DirectView room =
                api.ask(
                        Call.post(ROOT, "channels", session.channel(), "directs", "resolve")
                                .with(new ResolveDirect(session.sessionId(), other.value())),
                        DirectView.class);
        return new Place.InRoom(new DirectId(room.directId()));
    }

    /// What waits, in the order in which the agent will be given it.
    public List<InboxEntry> inbox() {
        return api.pages(Network.most(inboxCall()), InboxEntry.class);
    }

    /// The same, after something came or that time is over; at most a minute.
    public List<InboxEntry> inbox(Duration wait) {
        Call call = Network.most(inboxCall());
        List<InboxEntry> waiting = new ArrayList<>();
        String next =
                api.within(wait.plus(GRACE))
                        .page(
                                call.where("wait", wait.toMillis() + "ms"),
                                InboxEntry.class,
                                waiting);
        if (next != null) {
            waiting.addAll(api.pages(call.where("after", next), InboxEntry.class));
        }
        return waiting;
    }

    private Call inboxCall() {
        return Call.get(ROOT, "inbox").where("session_id", session.sessionId());
    }

    public List<PeerView> peers() {
        return new Network(api).peers(channel());
    }

    public List<ThreadView> threads() {
        return new Network(api).threads(channel());
    }

    public List<TimelineMessage> messages(ThreadId thread) {
        return new Network(api).messages(channel(), thread);
    }

    public WorkView work(WorkId work) {
        return new Network(api).work(work);
    }

    /// Ends the session; what waits for it is dropped.
    public void leave() {
        api.ask(Call.delete(ROOT, "sessions", session.sessionId()));
    }

    @Override
    public String toString() {
        return session.peerId() + " in " + session.channel();
    }
}
