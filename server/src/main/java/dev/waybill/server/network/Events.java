package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.prompt.Suspicion;
import dev.waybill.protocol.network.work.Work;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        peer(tx, "network.peer.joined", workspace, scope, peer.value(), now);
    }

    void vanished(Tx tx, WorkspaceId workspace, Scope scope, String peer, Instant now) {
        peer(tx, "network.peer.left", workspace, scope, peer, now);
    }

    void received(Tx tx, long id, Decision about, Instant now) {
        append(tx, about.workspace(), "network.message.received", null, id, data(id, about), now);
    }

    void sent(Tx tx, LocalPeer from, long id, Decision about, Instant now) {
        append(
                tx,
                from.workspace(),
                "network.message.sent",
                from.agent(),
                id,
                data(id, about),
                now);
    }

    /// It will not reach the session.
    void dropped(Tx tx, LocalPeer to, long id, Decision about, String reason, Instant now) {
        ObjectNode data = data(id, about);
        data.put("session_id", to.session());
        data.put("agent_name", to.agentName());
        data.put("reason", reason);
        append(tx, to.workspace(), "network.message.dropped", to.agent(), id, data, now);
    }

    /// It could not be sent.
    void failed(Tx tx, long id, Decision about, String reason, Instant now) {
        ObjectNode data = data(id, about);
        data.put("reason", reason);
        append(tx, about.workspace(), "network.message.failed", null, id, data, now);
    }

    void flagged(Tx tx, long id, Decision about, Set<Suspicion> flags, Instant now) {
        ObjectNode data = data(id, about);
        ArrayNode words = data.putArray("flags");
        flags.stream().map(Suspicion::wire).sorted().forEach(words::add);
        append(tx, about.workspace(), "network.message.flagged", null, id, data, now);
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
        append(
                tx,
                peer.workspace(),
                new LedgerEntry(type, null, peer.agent(), peer.session(), data, now));
    }

    private void peer(
            Tx tx, String type, WorkspaceId workspace, Scope scope, String peer, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("channel", scope.channel().value());
        data.put("peer_id", peer);
        append(tx, workspace, new LedgerEntry(type, null, null, peer, data, now));
    }

    private void append(
            Tx tx,
            WorkspaceId workspace,
            String type,
            @Nullable AgentId agent,
            long id,
            ObjectNode data,
            Instant now) {
        append(tx, workspace, new LedgerEntry(type, null, agent, Long.toString(id), data, now));
    }

    private void append(Tx tx, WorkspaceId workspace, LedgerEntry entry) {
        tx.atEnd(Entries.class, () -> new Entries(tx))
                .all
                .computeIfAbsent(workspace, _ -> new ArrayList<>())
                .add(entry);
    }

    /// What one piece of work has to tell.
    private final class Entries implements Runnable {
        private final Tx tx;
        private final Map<WorkspaceId, List<LedgerEntry>> all = new LinkedHashMap<>();

        private Entries(Tx tx) {
            this.tx = tx;
        }

        @Override
        public void run() {
            all.forEach((workspace, entries) -> ledger.append(tx, workspace, entries));
        }
    }

    private static ObjectNode data(long id, Decision about) {
        ObjectNode data = Json.emptyObject();
        data.put("record_id", Long.toString(id));
        data.put("channel", about.channel());
        data.put("kind", about.kind());
        data.put("container", about.container());
        data.put("peer_from", about.from());
        data.put("peer_to", about.to());
        data.put("work_id", about.work());
        return data;
    }
}
