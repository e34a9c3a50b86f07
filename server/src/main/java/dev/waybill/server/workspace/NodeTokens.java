package dev.waybill.server.workspace;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The tokens that nodes connect with. Open connections live on when a token ends.
public final class NodeTokens {
    private static final String INSERT =
            "insert into access_token (hash, kind, workspace_id, owner, created_at, expires_at) values (?, 'node', ?, ?, ?, ?)";
    private static final String EXPIRE =
            "update access_token set expires_at = ? where kind = 'node' and owner = ? and expires_at is null";
    private static final String REMOVE_EXPIRED =
            "delete from access_token where kind = 'node' and owner = ? and expires_at <= ?";

    /// Gives the node a token; it lasts until it is replaced, or for the given time.
    public void grant(
            Tx tx,
            Token token,
            WorkspaceId workspace,
            NodeId node,
            Instant now,
            @Nullable Duration lasts) {
        tx.execute(REMOVE_EXPIRED, node.value(), now);
        tx.execute(
                INSERT,
                token.hash().hex(),
                workspace,
                node.value(),
                now,
                lasts == null ? null : now.plus(lasts));
    }

    /// Ends the node's lasting tokens at that time.
    public void expire(Tx tx, NodeId node, Instant end) {
        tx.execute(EXPIRE, end, node.value());
    }
}
