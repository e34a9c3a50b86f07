package dev.waybill.server.network;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.store.Tx;

/// Keeps every decision of the network, one row each.
final class Audit {
    private static final String INSERT =
            """
            insert into network_audit (id, workspace_id, direction, kind, channel, container, work_id, peer_from, peer_to,
                message_id, session_id, reason, detail, size, hash)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private final Snowflakes ids;
    private final Tally tally;

    Audit(Snowflakes ids, Tally tally) {
        this.ids = ids;
        this.tally = tally;
    }

    void keep(Tx tx, Decision decision) {
        tx.insertAtEnd(
                INSERT,
                ids.next(),
                decision.workspace(),
                decision.direction().wire(),
                decision.kind(),
                decision.channel(),
                decision.container(),
                decision.work(),
                decision.from(),
                decision.to(),
                decision.message(),
                decision.session(),
                decision.reason(),
                decision.detail(),
                decision.trace().size(),
                decision.trace().hash());
        tx.afterCommit(() -> tally.count(decision));
    }
}
