package dev.waybill.server.subscription;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.subscription.SubscriptionFilter;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.subscription.KeptSubscription.Trouble;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Subscriptions and how far each has come.
final class SubscriptionTable {
    private static final String INSERT =
            """
            insert into subscription (id, workspace_id, events, filter, url, headers, secret, cursor_seq, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select id, workspace_id, events, filter, url, headers, secret, is_active, created_at, cursor_seq,
                   failures, failing_since, next_attempt_at, last_error
            from subscription\
            """;
    private static final String ACTIVE = SELECT + " where is_active = 1 order by id limit 10000";
    private static final String DELETE =
            "delete from subscription where workspace_id = ? and id = ?";
    private static final String COUNT = "select count(*) from subscription where workspace_id = ?";
    private static final String MOVE =
            """
            update subscription
            set cursor_seq = ?, failures = 0, failing_since = null, next_attempt_at = null, last_error = null
            where id = ?
            """;
    private static final String SKIP = "update subscription set cursor_seq = ? where id = ?";
    private static final String FAIL =
            """
            update subscription
            set cursor_seq = ?, failures = ?, failing_since = ?, next_attempt_at = ?, last_error = ? where id = ?
            """;
    private static final String SWITCH_OFF =
            "update subscription set is_active = 0 where id = ? and is_active = 1";

    private final Json json;

    SubscriptionTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, KeptSubscription wanted) {
        tx.execute(
                INSERT,
                wanted.id(),
                wanted.workspace(),
                json.text(wanted.events()),
                wanted.filter() == null ? null : json.text(wanted.filter()),
                wanted.url(),
                json.text(wanted.headers()),
                wanted.secret(),
                wanted.cursor(),
                wanted.createdAt());
    }

    Optional<KeptSubscription> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where id = ?", this::read, id);
    }

    List<KeptSubscription> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(
                SELECT + " where workspace_id = ? order by created_at, id limit 1000",
                this::read,
                workspace);
    }

    /// Those of every workspace that are being served.
    List<KeptSubscription> active(ReadTx tx) {
        return tx.list(ACTIVE, this::read);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> row.number(1), workspace).orElse(0L);
    }

    boolean delete(Tx tx, WorkspaceId workspace, String id) {
        return tx.execute(DELETE, workspace, id) == 1;
    }

    /// Everything up to `seq` has arrived or was not wanted.
    int moved(Tx tx, String id, long seq) {
        return tx.execute(MOVE, seq, id);
    }

    /// Nothing up to `seq` was wanted.
    int skipped(Tx tx, String id, long seq) {
        return tx.execute(SKIP, seq, id);
    }

    void failed(Tx tx, String id, long seq, Trouble trouble) {
        tx.execute(
                FAIL,
                seq,
                trouble.failures(),
                trouble.since(),
                trouble.nextAttempt(),
                trouble.lastError(),
                id);
    }

    boolean switchOff(Tx tx, String id) {
        return tx.execute(SWITCH_OFF, id) == 1;
    }

    private KeptSubscription read(Row row) {
        String filter = row.textOrNull(4);
        return new KeptSubscription(
                row.text(1),
                new WorkspaceId(row.number(2)),
                List.of(json.convert(json.tree(row.text(3)), String[].class)),
                filter == null ? null : json.convert(json.tree(filter), SubscriptionFilter.class),
                row.text(5),
                headers(row.textOrNull(6)),
                row.textOrNull(7),
                row.flag(8),
                row.instant(9),
                row.number(10),
                new Trouble(
                        (int) row.number(11),
                        row.instantOrNull(12),
                        row.instantOrNull(13),
                        row.textOrNull(14)));
    }

    private Map<String, String> headers(@Nullable String text) {
        Map<String, String> headers = new HashMap<>();
        if (text != null) {
            json.tree(text).forEachEntry((name, value) -> headers.put(name, value.asString()));
        }
        return headers;
    }
}
