package dev.waybill.server.network.read;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Fills the tables of the network, and knows who may look at them. Time stands still at [#NOW].
final class NetworkRows {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final WorkspaceId WORKSPACE = new WorkspaceId(1);
    static final WorkspaceId OTHER = new WorkspaceId(2);
    static final String CHANNEL = "builders";
    static final String ROOM = "direct_" + "0123456789abcdef".repeat(2);
    static final String FOREIGN_ROOM = "direct_" + "fedcba9876543210".repeat(2);
    static final Caller OWNER = new Caller.Owner(WORKSPACE);
    static final Caller ALICE = new Caller.Agent(WORKSPACE, new AgentId(11), "alice");
    static final Caller BOB = new Caller.Agent(WORKSPACE, new AgentId(12), "bob");
    static final Caller OBSERVER = observer(ObserverFilters.NONE, ObserverScope.MESSAGES_READ);

    final Database database;
    final Waits<String> arrivals = new Waits<>(Duration.ofSeconds(60));
    final NetworkReads reads;
    private long last = Snowflakes.floorOf(NOW.minusSeconds(600));

    NetworkRows(Database database) {
        this.database = database;
        this.reads = NetworkReads.over(database, NetworkConfig.DEFAULTS, () -> NOW, arrivals);
    }

    static Caller observer(ObserverFilters filters, ObserverScope... scopes) {
        return new Caller.Observer(WORKSPACE, new ObserverId("ot_4"), Set.of(scopes), filters);
    }

    static NetworkSight sight(Caller caller) {
        return NetworkSight.of(caller);
    }

    /// An id larger than those before.
    long next() {
        return ++last;
    }

    void session(String id, long agent, String channel, String peer) {
        execute(
                "insert into network_session (id, workspace_id, agent_id, scope, channel, peer_id, display_name, card, joined_at) values (?, ?, ?, '', ?, ?, 'Shown', '{}', ?)",
                id,
                WORKSPACE,
                agent,
                channel,
                peer,
                NOW);
    }

    void channel(String name, String purpose) {
        execute(
                "insert into network_channel (workspace_id, channel, purpose, created_by, created_at) values (?, ?, ?, 'alice', ?)",
                WORKSPACE,
                name,
                purpose,
                NOW);
    }

    void thread(String id, Instant activity) {
        thread(WORKSPACE, id, activity);
    }

    void thread(WorkspaceId workspace, String id, Instant activity) {
        execute(
                "insert into network_thread (workspace_id, channel, thread_id, root_id, title, opened_by, opened_session, opened_at, last_activity_at, message_count, participant_count, open_work_count, last_preview) values (?, ?, ?, 5, 'Title', 'coder.sess-a', null, ?, ?, 3, 2, 1, ?)",
                workspace,
                CHANNEL,
                id,
                NOW,
                activity,
                "of " + id);
    }

    void room(String id, String one, String other, @Nullable Instant activity) {
        execute(
                "insert into network_room (workspace_id, channel, direct_id, peer_a, peer_b, opened_at, last_activity_at, message_count, open_work_count, last_preview) values (?, ?, ?, ?, ?, ?, ?, 2, 1, 'psst')",
                WORKSPACE,
                CHANNEL,
                id,
                one,
                other,
                NOW.minusSeconds(60),
                activity);
    }

    void work(String id, String surface, String container, String state, Instant activity) {
        execute(
                "insert into network_work (workspace_id, work_id, scope, channel, surface, container, initiator, target, opened_session, state, opened_at, last_activity_at, terminal_at) values (?, ?, '', ?, ?, ?, 'coder.sess-a', 'alice.sess-1', null, ?, ?, ?, null)",
                WORKSPACE,
                id,
                CHANNEL,
                surface,
                container,
                state,
                NOW,
                activity);
    }

    void touch(String table, String column, String id, Instant activity) {
        execute(
                "update " + table + " set last_activity_at = ? where " + column + " = ?",
                activity,
                id);
    }

    long message(String container, String kind, @Nullable String work, String envelope) {
        long id = next();
        execute(
                "insert into network_message (id, workspace_id, key, content, channel, container, direction, session_id, peer_from, peer_to, kind, work_id, trust, flags, shown_id, size, hash, envelope) values (?, ?, ?, 'c', ?, ?, 'received', null, 'coder.sess-a', null, ?, ?, 'untrusted', 'hidden_text,secret_request', 'msg', 1, 'h', ?)",
                id,
                WORKSPACE,
                "key" + id,
                CHANNEL,
                container,
                kind,
                work,
                envelope);
        return id;
    }

    long say(String container, String text) {
        return message(container, "say", null, envelope("m-" + text, text, ""));
    }

    /// One of a peer, in a thread.
    static String envelope(String id, String text, String more) {
        return """
               {"protocol":"agh-network/v0","id":"%s","kind":"say","channel":"builders","surface":"thread",
                "thread_id":"thread_release","from":"coder.sess-a","ts":%d,%s"body":{"text":"%s","intent":"ask"}}"""
                .formatted(id, NOW.getEpochSecond(), more, text);
    }

    void waiting(String session, long message, @Nullable Long handed) {
        execute(
                "insert into network_inbox (session_id, id, workspace_id, agent_id, message_id, expires_at) values (?, ?, ?, 11, ?, null)",
                session,
                message,
                WORKSPACE,
                handed);
    }

    long audit(Instant at, String direction, @Nullable String... rest) {
        @Nullable String[] all = new String[8];
        System.arraycopy(rest, 0, all, 0, rest.length);
        long id = Math.max(Snowflakes.floorOf(at), lastAudit + 1);
        lastAudit = id;
        Object[] values =
                Stream.concat(Stream.of(id, WORKSPACE, direction), Stream.of(all)).toArray();
        execute(
                "insert into network_audit (id, workspace_id, direction, kind, channel, container, work_id, peer_from, peer_to, session_id, reason, message_id, detail, size, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null, 7, 'h')",
                values);
        return id;
    }

    private long lastAudit;

    void replay(String key, Instant until) {
        execute(
                "insert into network_replay (key, until) values (?, ?)",
                key,
                until.getEpochSecond());
    }

    long count(String table) {
        return database.read(
                tx ->
                        tx.first("select count(*) from " + table, row -> row.number(1))
                                .orElseThrow());
    }

    private void execute(String sql, @Nullable Object... values) {
        database.write(tx -> tx.execute(sql, values));
    }
}
