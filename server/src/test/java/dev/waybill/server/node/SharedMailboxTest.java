package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
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

/// Two servers at one mailbox in the same moment. The other has put something in, and commits only when this one waits for it.
@Timeout(120)
class SharedMailboxTest {
    private static final String NUMBER =
            "update agent set delivery_seq = delivery_seq + 1 where name = 'bob'";
    private static final String MESSAGE =
            """
            insert into message
            select (jsonb_populate_record(m, jsonb_build_object('id', m.id + 1000000, 'text', 'later'))).*
            from message m where m.text = 'normal'
            """;
    private static final String PUT_IN =
            """
            insert into delivery (agent_id, seq, message_id, reason, created_at)
            select a.id, a.delivery_seq, m.id, d.reason, d.created_at from agent a, message m, delivery d
            where a.name = 'bob' and m.text = 'later'
            """;
    @TempDir private Path folder;
    private WholeServer server;
    private RelayApi api;
    private TestStore other;
    private String alice;
    private String bob;

    @BeforeEach
    void start() {
        DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
        server = WholeServer.start(database, 1, folder.resolve("server"), NatsConfig.DEFAULTS);
        api = new RelayApi(server.uri(""), server.workspaceKey());
        other =
                TestStore.open(
                        folder.resolve("other"), StoreConfig.DEFAULTS.withDatabase(database));
        alice = api.agent("alice");
        bob = api.agent("bob");
    }

    @AfterEach
    void stop() {
        api.close();
        other.close();
        server.close();
    }

    @Test
    void the_cursor_does_not_pass_over_what_comes_in_while_it_is_moved() throws Exception {
        api.tell(alice, "bob", "normal");
        String first = api.get("/v1/deliveries", bob).each("id").getFirst();

        Future<Integer> putting = SomebodyWaits.forChange(other, SharedMailboxTest::putIn);
        api.post("/v1/deliveries/" + first + "/ack", bob, "{}").data();
        putting.get();

        assertThat(api.get("/v1/deliveries", bob).each("seq")).containsExactly("2");
    }

    @Test
    void each_delivery_is_on_record_as_delivered_by_one_of_them() throws Exception {
        try (TestNode session = TestNode.session(api, bob)) {
            api.tell(alice, "bob", "one");
            api.tell(alice, "bob", "two");
            session.deliveries("bob", 2);

            Future<Integer> acking =
                    SomebodyWaits.forChange(
                            other,
                            tx -> tx.execute("update agent set ack_seq = 1 where name = 'bob'"));
            session.ack("bob", 2);
            acking.get();

            WholeServer.await("the ack is on record", () -> delivered().size() == 1);
            assertThat(delivered().getFirst()).contains("\"from_seq\":1,\"up_to_seq\":2");
        }
    }

    private List<String> delivered() {
        return other.database()
                .read(
                        tx ->
                                tx.list(
                                        "select payload from ledger where type = 'delivery.delivered'",
                                        row -> row.text(1)));
    }

    private static int putIn(Tx tx) {
        return tx.execute(NUMBER) + tx.execute(MESSAGE) + tx.execute(PUT_IN);
    }
}
