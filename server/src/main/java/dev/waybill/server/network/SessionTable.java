package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;

/// Who of this server is a peer where.
final class SessionTable {
    private static final int MOST = 100_000;

    private static final String INSERT =
            """
            insert into network_session (id, workspace_id, agent_id, scope, channel, peer_id, display_name, card, joined_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict do nothing
            """;
    private static final String SELECT =
            """
            select s.id, s.workspace_id, s.agent_id, a.name, s.scope, s.channel, s.peer_id, s.display_name, s.card, s.joined_at
            from network_session s join agent a on a.id = s.agent_id
            """;
    private static final String ALL =
            SELECT + " where a.deleted_at is null order by s.joined_at limit ?";
    private static final String GONE = SELECT + " where a.deleted_at is not null limit ?";
    private static final String OF_AGENT =
            SELECT
                    + " where a.deleted_at is null and s.agent_id = ? and s.scope = ? and s.channel = ?";
    private static final String DELETE = "delete from network_session where id = ?";
    private static final String AGENT =
            "select id from agent where workspace_id = ? and name = ? and deleted_at is null";

    private final Json json;

    SessionTable(Json json) {
        this.json = json;
    }

    /// False where the agent is there already, or the peer's name is taken.
    boolean insert(Tx tx, LocalPeer peer) {
        return tx.execute(
                        INSERT,
                        peer.session(),
                        peer.workspace(),
                        peer.agent(),
                        Wire.column(peer.scope()),
                        peer.scope().channel().value(),
                        peer.peer().value(),
                        peer.displayName(),
                        json.text(peer.introduction()),
                        peer.joinedAt())
                == 1;
    }

    Optional<LocalPeer> of(ReadTx tx, AgentId agent, Scope scope) {
        return tx.first(OF_AGENT, this::read, agent, Wire.column(scope), scope.channel().value());
    }

    List<LocalPeer> all(ReadTx tx) {
        return tx.list(ALL, this::read, MOST);
    }

    void delete(Tx tx, String session) {
        tx.execute(DELETE, session);
    }

    /// Those of agents that are no more.
    List<LocalPeer> gone(ReadTx tx) {
        return tx.list(GONE, this::read, MOST);
    }

    Optional<AgentId> agent(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(AGENT, row -> new AgentId(row.number(1)), workspace, name);
    }

    private LocalPeer read(Row row) {
        String scope = row.text(5);
        return new LocalPeer(
                row.text(1),
                new WorkspaceId(row.number(2)),
                new AgentId(row.number(3)),
                row.text(4),
                new Scope(
                        scope.isEmpty() ? null : new NetworkWorkspace(scope),
                        new NetworkChannel(row.text(6))),
                new PeerId(row.text(7)),
                row.textOrNull(8),
                json.convert(json.tree(row.text(9)), Introduction.class),
                row.instant(10));
    }
}
