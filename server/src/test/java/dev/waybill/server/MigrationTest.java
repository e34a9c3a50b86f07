package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Inspection;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A folder that any earlier server has filled is brought up to date, and nothing in it is lost.
class MigrationTest {
    /// What can be kept since version 1; each later list since the version after.
    private static final List<String> ROWS =
            List.of(
                    """
                    insert into workspace (id, name, plan, ledger_seq, created_at) values (1, 'one', 'free', 2, 0);
                    insert into access_token (hash, kind, workspace_id, owner, created_at) values ('aa', 'agent', 1, '11', 0);
                    insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
                        values (11, 1, 'ann', 'agent', 'online', '{}', 0, 0);
                    insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen, delivery_seq,
                        ack_seq) values (12, 1, 'bob', 'agent', 'online', '{}', 0, 0, 2, 1);
                    insert into channel (id, workspace_id, name, created_at) values (31, 1, 'room', 0);
                    insert into member (channel_id, agent_id, role, joined_at) values (31, 12, 'member', 0);
                    insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                        values (101, 1, 31, 11, 'settled', '{}', 'wait');
                    insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                        values (102, 1, 31, 11, 'still open', '{}', 'wait');
                    insert into delivery (agent_id, seq, message_id, reason, created_at) values (12, 1, 101, 'channel', 0);
                    insert into delivery (agent_id, seq, message_id, reason, created_at) values (12, 2, 102, 'channel', 0);
                    insert into ledger (workspace_id, seq, type, channel_id, subject, created_at)
                        values (1, 1, 'message.created', 31, '101', 0);
                    insert into ledger (workspace_id, seq, type, channel_id, subject, created_at)
                        values (1, 2, 'message.created', 31, '102', 0)""",
                    """
                    insert into invocation (id, workspace_id, action_name, caller_id, input, output, status, created_at,
                        completed_at) values ('inv_1', 1, 'vote', 11, '{}', '{}', 'completed', 0, 1);
                    update workspace set ledger_seq = 3;
                    insert into ledger (workspace_id, seq, type, subject, created_at)
                        values (1, 3, 'action.completed', 'inv_1', 0)""",
                    """
                    insert into network_channel (workspace_id, channel, purpose, created_at) values (1, 'builders', 'p', 0)""",
                    """
                    insert into outbound_lane (lane, free_at) values ('lane', 0);
                    insert into outbound_event (attempt_id, seq, at, to_status, attempt_no) values ('out_1', 1, 0, 'failed', 0);
                    insert into outbound_attempt (id, workspace_id, actor, provider, surface, target_ref, kind, operation,
                        is_canonical, payload, input, request_hash, credential, is_operators, account, lane, approvers,
                        created_at, version, status, attempt_count, tries, looks, error_code, completed_at, updated_at)
                        values ('out_1', 1, 'ann', 'github', 'issue', 'a/b#1', 'reply', 'comment', 1, '{}', '{}', 'h', 'c', 0,
                            'a', 'lane', '', 0, 1, 'failed', 1, 1, 0, 'refused', 5, 5);
                    update workspace set ledger_seq = 5;
                    insert into ledger (workspace_id, seq, type, subject, created_at)
                        values (1, 4, 'outbound.queued', 'out_1', 0);
                    insert into ledger (workspace_id, seq, type, subject, created_at)
                        values (1, 5, 'outbound.failed', 'out_1', 0)""",
                    """
                    insert into event_source (id, workspace_id, host_id, kind, key, type, config, status, last_seq, created_at,
                        updated_at) values ('src_1', 1, 'host', 'local', 'k', 'local', '{}', 'active', 0, 0, 0)""");

    private static final List<List<String>> TABLES =
            List.of(
                    List.of("agent", "message", "delivery", "access_token", "member"),
                    List.of("invocation"),
                    List.of("network_channel"),
                    List.of("outbound_attempt"),
                    List.of("event_source"));

    @TempDir private Path data;

    static Stream<Arguments> versions() {
        return Stream.of(TestEngine.values())
                .flatMap(
                        engine ->
                                IntStream.range(1, Inspection.LATEST_SCHEMA)
                                        .mapToObj(version -> Arguments.of(engine, version)));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void a_folder_of_an_earlier_version_keeps_everything(TestEngine engine, int version)
            throws SQLException {
        DatabaseTarget target = engine.freshDatabase();
        StoreConfig store = StoreConfig.DEFAULTS.withDatabase(target);
        fill(target, version);
        List<Long> before = counts(store, version);

        try (WholeServer server = WholeServer.start(target, 0, data, NatsConfig.DEFAULTS)) {
            assertThat(server.get("/ready", null).status()).isEqualTo(200);
        }

        List<Finding> findings = new Verification(store, data).run(_ -> {});
        assertThat(findings).allMatch(Finding::holds).hasSize(Verification.size());
        assertThat(counts(store, version)).isEqualTo(before).doesNotContain(0L);
        assertThat(texts(store)).containsExactly("settled", "still open");
    }

    private void fill(DatabaseTarget target, int version) throws SQLException {
        String url =
                switch (target) {
                    case DatabaseTarget.Sqlite _ -> "jdbc:sqlite:" + data.resolve("waybill.db");
                    case DatabaseTarget.Postgres postgres ->
                            postgres.jdbcUrl() + "&user=" + postgres.user();
                };
        String scripts = target instanceof DatabaseTarget.Sqlite ? "sqlite" : "postgres";
        Flyway.configure()
                .dataSource(url, null, null)
                .locations("classpath:db/" + scripts)
                .table("schema_history")
                .placeholderReplacement(false)
                .target(Integer.toString(version))
                .load()
                .migrate();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String rows : ROWS.subList(0, version)) {
                for (String row : Pattern.compile(";\n").splitAsStream(rows).toList()) {
                    statement.execute(row);
                }
            }
        }
    }

    private List<Long> counts(StoreConfig store, int version) {
        try (Inspection inspection = Inspection.open(store, data)) {
            return TABLES.subList(0, version).stream()
                    .flatMap(List::stream)
                    .map(
                            table ->
                                    inspection.read(
                                            tx ->
                                                    tx.list(
                                                                    "select count(*) from " + table,
                                                                    row -> row.number(1))
                                                            .getFirst()))
                    .toList();
        }
    }

    private List<String> texts(StoreConfig store) {
        try (Inspection inspection = Inspection.open(store, data)) {
            return inspection.read(
                    tx -> tx.list("select text from message order by id", row -> row.text(1)));
        }
    }
}
