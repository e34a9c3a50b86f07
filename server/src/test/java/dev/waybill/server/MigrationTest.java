package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.backup.Backup;
import dev.waybill.server.backup.Restore;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.Kept;
import dev.waybill.server.store.OldDatabase;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
                        values (1, 3, 'action.completed', 'inv_1', 0);
                    insert into file (id, workspace_id, filename, content_type, size_bytes, uploaded_by, status, created_at)
                        values ('301', 1, 'a.txt', 'text/plain', 5, '11', 'complete', 0)""",
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
                        updated_at) values ('src_1', 1, 'host', 'local', 'k', 'local', '{}', 'active', 0, 0, 0)""",
                    """
                    insert into credential (workspace_id, name, provider, fields, sealed, key_id, is_default, created_at,
                        updated_at) values (1, 'c', 'github', 'token', 'sealed', 'k', 1, 0, 0)""",
                    """
                    update file set sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' where id = '301'""",
                    """
                    insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                        values (103, 1, 31, 11, 'one more', '{}', 'wait');
                    update workspace set ledger_seq = 6;
                    insert into ledger (workspace_id, seq, type, channel_id, subject, created_at)
                        values (1, 6, 'message.created', 31, '103', 0)""");

    @TempDir private Path data;
    @TempDir private Path elsewhere;

    static Stream<OldDatabase> files() {
        return OldDatabase.all().filter(old -> old.engine() == TestEngine.SQLITE);
    }

    @ParameterizedTest
    @MethodSource("dev.waybill.server.store.OldDatabase#all")
    void a_folder_of_an_earlier_version_keeps_everything(OldDatabase old) throws Exception {
        DatabaseTarget target = old.make(data);
        Kept before = fill(target, old.version());

        serve(target, data);

        assertSound(target, data, before);
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_backup_of_an_earlier_version_is_restored_with_everything(OldDatabase old)
            throws Exception {
        Kept before = fill(old.make(data), old.version());
        Path archive = elsewhere.resolve("old.zip");
        new Backup(data, InstantSource.system(), "earlier").write(archive, true);
        Path restored = elsewhere.resolve("restored");

        List<String> doubts = new Restore(archive).into(restored, false).doubts();

        assertThat(doubts)
                .singleElement()
                .asString()
                .startsWith("its schema has version " + old.version());
        DatabaseTarget target = old.engine().freshDatabase();
        serve(target, restored);
        assertSound(target, restored, before);
    }

    private static void serve(DatabaseTarget target, Path folder) {
        try (WholeServer server = WholeServer.start(target, 0, folder, NatsConfig.DEFAULTS)) {
            assertThat(server.get("/ready", null).status()).isEqualTo(200);
        }
    }

    private static void assertSound(DatabaseTarget target, Path folder, Kept before)
            throws SQLException {
        StoreConfig store = StoreConfig.DEFAULTS.withDatabase(target);
        List<Finding> findings = new Verification(store, folder).run(_ -> {});
        assertThat(findings).allMatch(Finding::holds).hasSize(Verification.size());
        try (Connection connection = OldDatabase.connect(target, folder)) {
            assertThat(before.lost(connection)).isEmpty();
        }
    }

    private Kept fill(DatabaseTarget target, int version) throws SQLException, IOException {
        if (version > 1) {
            Path uploads = Files.createDirectories(data.resolve("files").resolve("1"));
            Files.writeString(uploads.resolve("301"), "hello", UTF_8);
        }
        try (Connection connection = OldDatabase.connect(target, data);
                Statement statement = connection.createStatement()) {
            for (String rows : ROWS.subList(0, version)) {
                for (String row : Pattern.compile(";\n").splitAsStream(rows).toList()) {
                    statement.execute(row);
                }
            }
            return Kept.of(connection);
        }
    }
}
