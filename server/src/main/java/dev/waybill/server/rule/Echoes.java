package dev.waybill.server.rule;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.store.ReadTx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Knows what rules have caused themselves, which must set off none. Anybody can write into a message that a rule has
/// sent it, so the answer that was kept for the rule counts, and not the message.
final class Echoes {
    static final String RULE = "rule_id";

    private static final String ACTOR = "rule";
    private static final String METADATA =
            "select metadata from message where workspace_id = ? and id = ?";
    private static final String SENT =
            """
            select data from idempotency where workspace_id = ? and actor = ? and scope = ? and key = ?
            """;

    private final Json json;

    Echoes(Json json) {
        this.json = json;
    }

    /// The key of what a rule says about one row of the ledger.
    static RequestKey key(WorkspaceId workspace, String rule, long seq) {
        return new RequestKey(workspace, ACTOR, "post " + rule, rule + ":" + seq, "");
    }

    /// Whether it is a message of a rule, or about one.
    boolean has(ReadTx tx, WorkspaceId workspace, Happening happening) {
        JsonNode data = happening.data();
        boolean isMessage = happening.text() != null;
        String message = data.path(isMessage ? "id" : "message_id").asString("");
        if (message.isEmpty()) {
            return false;
        }
        JsonNode metadata =
                isMessage ? data.path("metadata") : metadata(tx, workspace, message).orElse(null);
        return metadata != null && sentByRule(tx, workspace, metadata, message);
    }

    private Optional<JsonNode> metadata(ReadTx tx, WorkspaceId workspace, String message) {
        return tx.first(METADATA, row -> row.text(1), workspace, MessageId.parse(message))
                .map(json::tree);
    }

    private boolean sentByRule(
            ReadTx tx, WorkspaceId workspace, JsonNode metadata, String message) {
        String rule = metadata.path(RULE).asString("");
        long seq = metadata.path("event").path("seq").asLong(0);
        if (rule.isEmpty() || seq == 0) {
            return false;
        }
        RequestKey key = key(workspace, rule, seq);
        @Nullable String answer =
                tx.first(SENT, row -> row.text(1), workspace, key.actor(), key.scope(), key.key())
                        .orElse(null);
        return answer != null
                && json.tree(answer).findValues("id").stream()
                        .anyMatch(id -> id.asString("").equals(message));
    }
}
