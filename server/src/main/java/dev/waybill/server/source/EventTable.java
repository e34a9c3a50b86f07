package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Everything that was heard of, by source, in the order it was heard.
final class EventTable {
    private static final String KNOWN =
            "select 1 from event where source_id = ? and native_id = ? and variant = ?";
    private static final String PROVED = "select 1 from event where source_id = ? and digest = ?";
    private static final String INSERT =
            """
            insert into event (source_id, seq, id, workspace_id, native_id, variant, occurred_at, is_own, metadata, payload,
                               provider_payload, handle, digest, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String FROM =
            """
            select source_id, seq, id, native_id, variant, occurred_at, is_own, metadata, payload, provider_payload, handle
            from event where source_id = ? and seq >= ? order by seq limit ?
            """;
    private static final String SINCE =
            "select min(seq) from event where source_id = ? and occurred_at >= ?";
    private static final String LATER =
            "select 1 from event where source_id = ? and occurred_at > ? limit 1";
    private static final String FIRST = "select min(seq) from event where source_id = ?";
    private static final String OF_SOURCE =
            """
            delete from event where source_id = ?
              and seq in (select seq from event where source_id = ? order by seq limit ?)
            """;
    private static final String OLD =
            "select source_id, seq from event where created_at < ? order by created_at limit ?";

    private static final int PAGE_BYTES = 8 << 20;

    private final Stored stored;

    EventTable(Json json) {
        this.stored = new Stored(json);
    }

    /// By its name, or by the bytes that it was told with.
    boolean known(ReadTx tx, String source, NewEvent event) {
        return tx.first(KNOWN, row -> true, source, event.nativeId(), event.variant()).isPresent()
                || (event.digest() != null
                        && tx.first(PROVED, row -> true, source, event.digest()).isPresent());
    }

    void insert(
            Tx tx, WorkspaceId workspace, KeptEvent event, @Nullable String digest, Instant now) {
        tx.execute(
                INSERT,
                event.sourceId(),
                event.seq(),
                event.id(),
                workspace,
                event.nativeId(),
                event.variant(),
                event.occurredAt(),
                event.own(),
                stored.text(event.metadata()),
                stored.text(event.payload()),
                stored.text(event.providerPayload()),
                stored.text(event.handle()),
                digest,
                now);
    }

    /// A page of events from a number on; a short one if they are large.
    List<KeptEvent> from(ReadTx tx, String source, long seq, int limit) {
        return tx
                .page(
                        FROM,
                        row -> new Weighed(read(row), size(row)),
                        new Weight<>(Weighed::size, PAGE_BYTES),
                        source,
                        seq,
                        limit)
                .stream()
                .map(Weighed::event)
                .toList();
    }

    private record Weighed(KeptEvent event, int size) {}

    private static int size(Row row) {
        String all = row.textOrNull(10);
        return row.text(8).length() + row.text(9).length() + (all == null ? 0 : all.length());
    }

    /// The number of the oldest that is kept.
    OptionalLong first(ReadTx tx, String source) {
        return tx.first(FIRST, EventTable::number, source).orElseGet(OptionalLong::empty);
    }

    /// The number of the first event that happened then or later.
    OptionalLong since(ReadTx tx, String source, Instant time) {
        return tx.first(SINCE, EventTable::number, source, time).orElseGet(OptionalLong::empty);
    }

    /// Whether something is known that happened after that.
    boolean later(ReadTx tx, String source, Instant time) {
        return tx.first(LATER, row -> true, source, time).isPresent();
    }

    /// How many were forgotten of it.
    int forget(Tx tx, String source, int atMost) {
        return tx.execute(OF_SOURCE, source, source, atMost);
    }

    /// One that is kept: of which source, and which of it.
    record Place(String source, long seq) {}

    List<Place> old(ReadTx tx, Instant before, int atMost) {
        return tx.list(OLD, row -> new Place(row.text(1), row.number(2)), before, atMost);
    }

    void delete(Tx tx, List<Place> places) {
        tx.executeEach(
                "delete from event where source_id = ? and seq = ?",
                places.stream().map(one -> new Object[] {one.source(), one.seq()}).toList());
    }

    private static OptionalLong number(Row row) {
        Long number = row.numberOrNull(1);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private KeptEvent read(Row row) {
        return new KeptEvent(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.instant(6),
                row.flag(7),
                stored.tree(row.text(8)),
                stored.tree(row.text(9)),
                stored.treeOrNull(row.textOrNull(10)),
                stored.handle(row.textOrNull(11)));
    }
}
