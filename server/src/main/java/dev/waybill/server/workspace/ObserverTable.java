package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.Observer;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.observe.ObserverStatus;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Observers, by id and by name within their workspace. Those that were revoked stay on record.
final class ObserverTable {
    private static final String COLUMNS =
            "id, name, description, scopes, filters, status, expires_at, created_at, updated_at, revoked_at, last_used_at";
    private static final String INSERT =
            """
            insert into observer (id, workspace_id, name, description, scopes, filters, status, expires_at, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String NAME_TAKEN =
            "select 1 from observer where workspace_id = ? and name = ? and status = 'active' and id <> ?";
    private static final String LIST =
            "select "
                    + COLUMNS
                    + " from observer where workspace_id = ? order by created_at, id limit 10000";
    private static final String FIND =
            "select " + COLUMNS + " from observer where workspace_id = ? and id = ?";
    private static final String UPDATE =
            """
            update observer set name = ?, description = ?, scopes = ?, filters = ?, expires_at = ?, updated_at = ?
            where id = ?
            """;
    private static final String REVOKE =
            "update observer set status = 'revoked', revoked_at = ?, updated_at = ? where id = ?";
    private static final String VALID =
            """
            select scopes, filters, last_used_at, expires_at from observer
            where id = ? and status = 'active' and (expires_at is null or expires_at > ?)
            """;
    private static final String USED =
            "update observer set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)";

    private final Json json;

    ObserverTable(Json json) {
        this.json = json;
    }

    /// An observer that may look now, and when it was last noted that it did.
    record Valid(Caller.Observer caller, Instant lastUsed, @Nullable Instant expiresAt) {}

    boolean nameTaken(ReadTx tx, WorkspaceId workspace, String name, ObserverId except) {
        return tx.first(NAME_TAKEN, row -> row.number(1), workspace, name, except.value())
                .isPresent();
    }

    void insert(Tx tx, WorkspaceId workspace, Observer observer) {
        tx.execute(
                INSERT,
                observer.id().value(),
                workspace,
                observer.name(),
                observer.description(),
                json.text(observer.scopes()),
                json.text(observer.filters()),
                observer.status().wire(),
                observer.expiresAt(),
                observer.createdAt());
    }

    List<Observer> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(LIST, this::read, workspace);
    }

    Optional<Observer> find(ReadTx tx, WorkspaceId workspace, ObserverId id) {
        return tx.first(FIND, this::read, workspace, id.value());
    }

    void update(Tx tx, Observer observer) {
        tx.execute(
                UPDATE,
                observer.name(),
                observer.description(),
                json.text(observer.scopes()),
                json.text(observer.filters()),
                observer.expiresAt(),
                observer.updatedAt(),
                observer.id().value());
    }

    void revoke(Tx tx, ObserverId id, Instant now) {
        tx.execute(REVOKE, now, now, id.value());
    }

    /// Empty when the observer was revoked, or its time is over.
    Optional<Valid> valid(ReadTx tx, WorkspaceId workspace, ObserverId id, Instant now) {
        return tx.first(
                VALID,
                row -> {
                    Instant used = row.instantOrNull(3);
                    return new Valid(
                            new Caller.Observer(
                                    workspace,
                                    id,
                                    Set.copyOf(scopes(row.text(1))),
                                    filters(row.text(2))),
                            used == null ? Instant.EPOCH : used,
                            row.instantOrNull(4));
                },
                id.value(),
                now);
    }

    int used(Tx tx, ObserverId id, Instant now, Instant unlessSince) {
        return tx.execute(USED, now, id.value(), unlessSince);
    }

    private Observer read(Row row) {
        return new Observer(
                new ObserverId(row.text(1)),
                row.text(2),
                row.textOrNull(3),
                scopes(row.text(4)),
                filters(row.text(5)),
                ObserverStatus.of(row.text(6)),
                row.instantOrNull(7),
                row.instant(8),
                row.instantOrNull(9),
                row.instantOrNull(10),
                row.instantOrNull(11),
                null);
    }

    private List<ObserverScope> scopes(String list) {
        return List.of(json.convert(json.tree(list), ObserverScope[].class));
    }

    private ObserverFilters filters(String text) {
        return json.convert(json.tree(text), ObserverFilters.class);
    }
}
