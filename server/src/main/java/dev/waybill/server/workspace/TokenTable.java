package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenHash;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tokens of every kind, by their hash.
final class TokenTable {
    private static final String INSERT =
            "insert into access_token (hash, kind, workspace_id, owner, created_at) values (?, ?, ?, ?, ?)";
    private static final String FIND =
            """
            select t.hash, t.workspace_id, t.owner, t.expires_at
            from access_token t join workspace w on w.id = t.workspace_id
            where t.hash = ? and t.kind = ? and (t.expires_at is null or t.expires_at > ?)
                and (w.deleted_at is null or w.deleted_at > ?)
            """;
    private static final String EXPIRE =
            "update access_token set expires_at = ? where kind = 'agent' and owner = ? and expires_at is null";
    private static final String REMOVE_EXPIRED =
            "delete from access_token where kind = 'agent' and owner = ? and expires_at <= ?";
    private static final String REMOVE =
            "delete from access_token where kind = 'agent' and owner = ?";
    private static final String REMOVE_ALL = "delete from access_token where workspace_id = ?";

    /// Whom a token belongs to: `owner` is the id of the workspace, agent, node or observer.
    record Grant(
            TokenHash hash, WorkspaceId workspace, String owner, @Nullable Instant expiresAt) {}

    void insert(Tx tx, Token token, WorkspaceId workspace, String owner, Instant now) {
        tx.execute(INSERT, token.hash().hex(), word(token.kind()), workspace, owner, now);
    }

    Optional<Grant> find(ReadTx tx, Token token, Instant now) {
        return tx.first(
                        FIND,
                        row ->
                                new Grant(
                                        new TokenHash(row.text(1)),
                                        new WorkspaceId(row.number(2)),
                                        row.text(3),
                                        row.instantOrNull(4)),
                        token.hash().hex(),
                        word(token.kind()),
                        now,
                        now)
                .filter(grant -> grant.hash().matches(token));
    }

    /// Ends the tokens of an agent at that time, and drops those that ended before.
    void expire(Tx tx, AgentId agent, Instant now, Instant end) {
        tx.execute(REMOVE_EXPIRED, agent.text(), now);
        tx.execute(EXPIRE, end, agent.text());
    }

    void remove(Tx tx, AgentId agent) {
        tx.execute(REMOVE, agent.text());
    }

    void removeAll(Tx tx, WorkspaceId workspace) {
        tx.execute(REMOVE_ALL, workspace);
    }

    private static String word(TokenKind kind) {
        return switch (kind) {
            case WORKSPACE -> "workspace";
            case AGENT -> "agent";
            case NODE -> "node";
            case OBSERVER -> "observer";
            case WEBHOOK -> "webhook";
        };
    }
}
