package dev.waybill.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.SomebodyWaits;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.store.Tx;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is urgent goes first also where another server puts something into the mailbox in the same moment.
@Timeout(120)
class UrgentFirstTest {
    private static final AgentId BOB = new AgentId(7);
    private static final int NORMAL = 101;
    private static final int URGENT = 102;
    private static final int LATER = 103;

    @TempDir private Path folder;
    private TestStore here;
    private TestStore other;

    @BeforeEach
    void open() {
        DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
        here = store("here", database);
        other = store("other", database);
        here.database()
                .write(
                        tx -> {
                            tx.execute(
                                    "insert into workspace (id, name, plan, created_at) values (1, 'acme', 'free', 1)");
                            tx.execute(
                                    """
                                    insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
                                    values (?, 1, 'bob', 'agent', 'online', '{}', 1, 1)
                                    """,
                                    BOB);
                            return put(tx, 1, NORMAL, 0) + put(tx, 2, URGENT, 1);
                        });
    }

    @AfterEach
    void close() {
        other.close();
        here.close();
    }

    @Test
    void what_comes_in_meanwhile_stays_behind_the_rest_and_has_a_place_of_its_own()
            throws Exception {
        Json json = new Json(JsonLimits.STORED);
        MailboxTable mailboxes = new MailboxTable(json);

        Future<Integer> putting = SomebodyWaits.forChange(other, tx -> put(tx, 3, LATER, 0));
        long last = here.database().write(tx -> mailboxes.putUrgentFirst(tx, BOB, 0));
        putting.get();

        assertThat(numbers("select message_id from delivery order by seq"))
                .containsExactly((long) URGENT, (long) NORMAL, (long) LATER);
        assertThat(numbers("select max(seq) from delivery")).containsExactly(last);
        assertThat(numbers("select delivery_seq from agent")).containsExactly(last);
    }

    private TestStore store(String name, DatabaseTarget database) {
        return TestStore.open(folder.resolve(name), StoreConfig.DEFAULTS.withDatabase(database));
    }

    private static int put(Tx tx, int seq, int message, int priority) {
        return tx.execute("update agent set delivery_seq = ? where id = ?", seq, BOB)
                + tx.execute(
                        """
                        insert into delivery (agent_id, seq, message_id, reason, created_at, priority)
                        values (?, ?, ?, 'dm', 1, ?)
                        """,
                        BOB,
                        seq,
                        message,
                        priority);
    }

    private List<Long> numbers(String sql) {
        return here.database().read(tx -> tx.list(sql, row -> row.number(1)));
    }
}
