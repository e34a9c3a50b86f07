package dev.waybill.server.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenHash;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;

/// Tokens of every kind, by their hash.
final class TokenTable {
    private static final String INSERT =
            "insert into access_token (hash, kind, workspace_id, owner, created_at) values (?, ?, ?, ?, ?)";
    private static final String FIND =
            """
            select hash, workspace_id, owner from access_token
            where hash = ? and kind = ? and (expires_at is null or expires_at > ?)
            """;

    /// Whom a token belongs to: `owner` is the id of the workspace, agent, node or observer.
    record Grant(TokenHash hash, WorkspaceId workspace, String owner) {}

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
                                        row.text(3)),
                        token.hash().hex(),
                        word(token.kind()),
                        now)
                .filter(grant -> grant.hash().matches(token));
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
