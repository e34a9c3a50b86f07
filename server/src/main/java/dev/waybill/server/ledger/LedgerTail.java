package dev.waybill.server.ledger;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.LedgerTable.Accepted;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads what happened after a moment, as events, a page at a time. Whoever tells others of events reads them here, so a
/// live stream, its replay and a listing cannot differ.
public final class LedgerTail {
    public static final int MAX_ROWS = 500;

    /// A page ends after the row that brings it to this many events, because a message to many stands for many.
    private static final int ENOUGH_EVENTS = 2000;

    private final Database database;
    private final LedgerTable ledger = new LedgerTable();
    private final Expansion expansion;

    public LedgerTail(Database database, Json json) {
        this.database = database;
        this.expansion = new Expansion(json);
    }

    public LedgerBounds bounds(WorkspaceId workspace) {
        return database.read(tx -> ledger.bounds(tx, workspace));
    }

    public long latest(WorkspaceId workspace) {
        return database.read(tx -> ledger.latest(tx, workspace));
    }

    /// The events of at most `limit` rows after `seq`, leaving out types that are not wanted.
    public LedgerPage after(
            WorkspaceId workspace, long seq, int limit, Predicate<String> wantedType) {
        return database.read(tx -> after(tx, workspace, seq, limit, wantedType));
    }

    private LedgerPage after(
            ReadTx tx, WorkspaceId workspace, long seq, int limit, Predicate<String> wantedType) {
        List<LedgerRow> rows = ledger.after(tx, workspace, seq, limit);
        long latest = ledger.latest(tx, workspace);
        List<LedgerEvent> events = new ArrayList<>();
        long scannedTo = Math.min(seq, latest);
        int next = 0;
        while (next < rows.size() && events.size() < ENOUGH_EVENTS) {
            List<LedgerRow> some =
                    rows.subList(next, Math.min(rows.size(), next + LedgerTable.MESSAGES_AT_ONCE));
            Map<MessageId, List<Accepted>> deliveries = deliveries(tx, some, wantedType);
            for (LedgerRow row : some) {
                if (events.size() >= ENOUGH_EVENTS) {
                    break;
                }
                events(tx, row, deliveries, wantedType)
                        .filter(event -> wantedType.test(event.type()))
                        .forEach(events::add);
                scannedTo = row.seq();
            }
            next += some.size();
        }
        return new LedgerPage(events, scannedTo, latest);
    }

    private Map<MessageId, List<Accepted>> deliveries(
            ReadTx tx, List<LedgerRow> rows, Predicate<String> wantedType) {
        return wantedType.test("delivery.accepted")
                ? ledger.deliveries(tx, LedgerTable.messages(rows)).stream()
                        .collect(Collectors.groupingBy(Accepted::message))
                : Map.of();
    }

    private Stream<LedgerEvent> events(
            ReadTx tx,
            LedgerRow row,
            Map<MessageId, List<Accepted>> deliveries,
            Predicate<String> wantedType) {
        LedgerRow.Said said = row.message();
        if (said != null) {
            return expansion.message(row, said, deliveries.getOrDefault(said.id(), List.of()));
        }
        if (row.isMessage() || !wantedType.test(row.type())) {
            return Stream.empty();
        }
        Expansion.Covered covered = expansion.covered(row);
        return covered == null
                ? Stream.of(expansion.other(row))
                : expansion.acknowledgement(
                        row,
                        covered.agent(),
                        ledger.settled(tx, covered.agent(), covered.from(), covered.upTo()));
    }
}
