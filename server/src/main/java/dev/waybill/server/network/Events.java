package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.prompt.Suspicion;
import dev.waybill.protocol.network.work.Work;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Tells the ledger what happens in the network. Of what peers write only names of a strict form are in it, as an event may
/// become a line somewhere, or a message.
final class Events {
    private final Ledger ledger;

    Events(Ledger ledger) {
        this.ledger = ledger;
    }

    void joined(Tx tx, LocalPeer peer, Instant now) {
        session(tx, "network.session.joined", peer, now);
    }

    void left(Tx tx, LocalPeer peer, Instant now) {
        session(tx, "network.session.left", peer, now);
    }

    void appeared(Tx tx, WorkspaceId workspace, Scope scope, PeerId peer, Instant now) {
        peer(tx, "network.peer.joined", workspace, scope, peer, now);
    }

    void vanished(Tx tx, WorkspaceId workspace, Scope scope, PeerId peer, Instant now) {
        peer(tx, "network.peer.left", workspace, scope, peer, now);
    }

    void received(Tx tx, WorkspaceId workspace, long id, Envelope envelope, Instant now) {
        append(tx, workspace, "network.message.received", null, id, about(id, envelope), now);
    }

    void sent(Tx tx, LocalPeer from, long id, Envelope envelope, Instant now) {
        append(
                tx,
                from.workspace(),
                "network.message.sent",
                from.agent(),
                id,
                about(id, envelope),
                now);
    }

    /// It will not reach the session.
    void dropped(Tx tx, LocalPeer to, long id, Envelope envelope, String reason, Instant now) {
        ObjectNode data = about(id, envelope);
        data.put("session_id", to.session());
        data.put("agent_name", to.agentName());
        data.put("reason", reason);
        append(tx, to.workspace(), "network.message.dropped", to.agent(), id, data, now);
    }

    /// It could not be sent.
    void failed(
            Tx tx, WorkspaceId workspace, long id, Envelope envelope, String reason, Instant now) {
        ObjectNode data = about(id, envelope);
        data.put("reason", reason);
        append(tx, workspace, "network.message.failed", null, id, data, now);
    }

    void flagged(
            Tx tx,
            WorkspaceId workspace,
            long id,
            Envelope envelope,
            Set<Suspicion> flags,
            Instant now) {
        ObjectNode data = about(id, envelope);
        ArrayNode words = data.putArray("flags");
        flags.stream().map(Suspicion::wire).sorted().forEach(words::add);
        append(tx, workspace, "network.message.flagged", null, id, data, now);
    }

    void work(Tx tx, WorkspaceId workspace, Work work, String type, long id, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("work_id", Names.shown(Names.key(work.id())));
        data.put("channel", work.scope().channel().value());
        data.put("surface", work.place().surface());
        data.put("container", Decision.container(work.place()));
        data.put("initiator", work.initiator().value());
        data.put("target", work.target().value());
        data.put("state", work.state().wire());
        append(tx, workspace, type, null, id, data, now);
    }

    private void session(Tx tx, String type, LocalPeer peer, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("session_id", peer.session());
        data.put("agent_name", peer.agentName());
        data.put("channel", peer.scope().channel().value());
        data.put("peer_id", peer.peer().value());
        ledger.append(
                tx,
                peer.workspace(),
                new LedgerEntry(type, null, peer.agent(), peer.session(), data, now));
    }

    private void peer(
            Tx tx, String type, WorkspaceId workspace, Scope scope, PeerId peer, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("channel", scope.channel().value());
        data.put("peer_id", peer.value());
        ledger.append(tx, workspace, new LedgerEntry(type, null, null, peer.value(), data, now));
    }

    private void append(
            Tx tx,
            WorkspaceId workspace,
            String type,
            @Nullable AgentId agent,
            long id,
            ObjectNode data,
            Instant now) {
        ledger.append(
                tx, workspace, new LedgerEntry(type, null, agent, Long.toString(id), data, now));
    }

    private static ObjectNode about(long id, Envelope envelope) {
        PeerId to = envelope.to();
        ObjectNode data = Json.emptyObject();
        data.put("record_id", Long.toString(id));
        data.put("channel", envelope.scope().channel().value());
        data.put("kind", envelope.kind().wire());
        data.put("container", Decision.container(envelope));
        data.put("peer_from", envelope.from().value());
        data.put("peer_to", to == null ? null : to.value());
        data.put("work_id", Names.shown(Names.key(envelope.work())));
        return data;
    }
}
