package dev.waybill.server.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// Gives tokens to owners that other packages look after.
public final class Grants {
    private static final String REVOKE =
            "delete from access_token where kind = 'webhook' and owner = ?";

    private final TokenTable tokens = new TokenTable();

    public void grant(Tx tx, Token token, WorkspaceId workspace, String owner, Instant now) {
        tokens.insert(tx, token, workspace, owner, now);
    }

    /// Takes every token from a webhook.
    public void revokeWebhook(Tx tx, String webhook) {
        tx.execute(REVOKE, webhook);
    }
}
