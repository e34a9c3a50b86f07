package dev.waybill.server.delivery;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.DeadLetterSweepTable.Kept;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Forgets dead letters that have been kept long enough, and the oldest where a workspace has too many.
///
/// Those that stay are not looked at; a workspace is counted only after it has got a new one.
public final class DeadLetterSweep {
    private static final int PAGE = 500;

    /// Rows may be committed a little after the moment they name.
    private static final Duration LATE = Duration.ofMinutes(1);

    private final Database database;
    private final Ledger ledger;
    private final InstantSource clock;
    private final Retention retention;
    private final DeadLetterSweepTable table = new DeadLetterSweepTable();
    private Instant counted = Instant.EPOCH;

    public DeadLetterSweep(
            Database database, Ledger ledger, InstantSource clock, Retention retention) {
        this.database = database;
        this.ledger = ledger;
        this.clock = clock;
        this.retention = retention;
    }

    /// How long dead letters are kept, and how many of one workspace.
    public record Retention(Duration time, int most) {}

    public void sweep() {
        Instant now = clock.instant();
        forgetOld(now.minus(retention.time()), now);
        for (WorkspaceId workspace : database.read(tx -> table.grownSince(tx, counted))) {
            forgetTooMany(workspace, now);
        }
        counted = now.minus(LATE);
    }

    private void forgetOld(Instant until, Instant now) {
        while (!database.read(tx -> table.old(tx, until, 1)).isEmpty()) {
            database.write(tx -> forget(tx, table.old(tx, until, PAGE), now));
        }
    }

    private void forgetTooMany(WorkspaceId workspace, Instant now) {
        int over = database.read(tx -> table.count(tx, workspace)) - retention.most();
        while (over > 0) {
            int page = Math.min(over, PAGE);
            int forgotten =
                    database.write(tx -> forget(tx, table.oldestOf(tx, workspace, page), now));
            // Another server may be at it, too.
            over = forgotten < page ? 0 : over - forgotten;
        }
    }

    private int forget(Tx tx, List<Kept> old, Instant now) {
        int forgotten = 0;
        for (Kept kept : old) {
            if (table.delete(tx, kept)) {
                ledger.append(tx, kept.workspace(), entry(kept, now));
                forgotten++;
            }
        }
        return forgotten;
    }

    private static LedgerEntry entry(Kept kept, Instant now) {
        String id = DeliveryIds.of(kept.message(), kept.agent(), kept.attempt()).value();
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", id);
        data.put("message_id", kept.message().text());
        data.put("target_agent_id", kept.agent().text());
        return new LedgerEntry("delivery.discarded", kept.channel(), kept.agent(), id, data, now);
    }
}
