package dev.waybill.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class LedgerTailTest {
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
    private static final WorkspaceId ACME = new WorkspaceId(1);
    private static final AgentId ALICE = new AgentId(10);
    private static final AgentId BOB = new AgentId(11);
    private static final ChannelId GENERAL = new ChannelId(20);
    private static final ChannelId DM = new ChannelId(21);

    private final TestEngine engine;
    private final Json json = new Json(JsonLimits.DEFAULTS);
    private final Ledger ledger = new Ledger();
    @TempDir private Path temp;
    private TestStore store;
    private LedgerTail tail;

    LedgerTailTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        tail = new LedgerTail(store.database(), json);
        run("insert into workspace (id, name, plan, created_at) values (1, 'acme', 'free', 0)");
        run("insert into workspace (id, name, plan, created_at) values (2, 'other', 'free', 0)");
        for (String agent : List.of("10, 'alice'", "11, 'bob'", "12, 'carol'")) {
            run(
                    "insert into agent (id, name, workspace_id, type, status, metadata, created_at, last_seen) values ("
                            + agent
                            + ", 1, 'agent', 'online', '{}', 0, 0)");
        }
        run(
                "insert into channel (id, workspace_id, name, kind, created_at) values (20, 1, 'general', 'channel', 0)");
        run(
                "insert into channel (id, workspace_id, name, kind, created_at) values (21, 1, 'dm_abc', 'dm', 0)");
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void a_message_stands_for_itself_and_for_each_mailbox_it_was_put_into() {
        message(100, GENERAL, null, "hi");
        delivery(11, 1, 100, 1, null);
        delivery(12, 5, 100, 1, null);
        delivery(12, 6, 100, 2, null);
        append("message.created", GENERAL, ALICE, "100", null);

        List<LedgerEvent> events = all().events();

        assertThat(events).extracting(LedgerEvent::seq).containsOnly(1L);
        assertThat(payloads(events))
                .containsExactly(
                        "{'id':'"
                                + UUID.nameUUIDFromBytes(new byte[] {'1', '0', '0'})
                                + "','type':'message.created','channel':'general','message':{'id':'100','agent_id':'10',"
                                + "'agent_name':'alice','text':'hi','attachments':[],'injection_mode':'wait'}}",
                        "{'type':'delivery.accepted','delivery_id':'del_100_11','message_id':'100','channel_id':'20','reason':'message'}",
                        "{'type':'delivery.accepted','delivery_id':'del_100_12','message_id':'100','channel_id':'20','reason':'message'}");
        assertThat(events.get(0).agent()).isEqualTo(ALICE);
        assertThat(events.get(1).agent()).isEqualTo(BOB);
    }

    @Test
    void replies_and_conversations_are_told_in_their_own_way() {
        message(100, GENERAL, 99L, "reply");
        message(101, DM, null, "psst");
        append("thread.reply", GENERAL, ALICE, "100", null);
        append("dm.received", DM, ALICE, "101", null);

        List<String> payloads = payloads(all().events());

        assertThat(payloads.get(0)).contains("'channel':'general','parent_id':'99','message':{");
        assertThat(payloads.get(1))
                .contains("'type':'dm.received','conversation_id':'dm_abc','message':{'id':'101'");
        assertThat(all().events().get(1).room())
                .extracting(room -> room.kind().wire())
                .isEqualTo("dm");
    }

    @Test
    void an_acknowledgement_stands_for_each_delivery_it_covers_and_no_other() {
        message(100, GENERAL, null, "a");
        message(101, DM, null, "b");
        delivery(11, 1, 100, 1, null);
        delivery(11, 2, 100, 2, null);
        delivery(11, 3, 101, 1, null);
        delivery(11, 4, 100, 3, "dead_lettered");
        delivery(11, 5, 100, 4, "acked");
        delivery(11, 6, 100, 5, "failed");
        delivery(11, 7, 101, 2, null);
        delivery(12, 3, 101, 1, null);
        append(
                "delivery.delivered",
                null,
                BOB,
                "11:6",
                "{\"agent_id\":\"11\",\"agent_name\":\"bob\",\"from_seq\":1,\"up_to_seq\":6}");
        append(
                "delivery.delivered",
                GENERAL,
                BOB,
                "del_100_12",
                "{\"delivery_id\":\"del_100_12\",\"message_id\":\"100\"}");

        List<LedgerEvent> events = all().events();

        assertThat(payloads(events))
                .containsExactly(
                        "{'type':'delivery.delivered','delivery_id':'del_100_11~2','message_id':'100'}",
                        "{'type':'delivery.delivered','delivery_id':'del_101_11','message_id':'101'}",
                        "{'type':'delivery.delivered','delivery_id':'del_100_12','message_id':'100'}");
        assertThat(events).extracting(LedgerEvent::seq).containsExactly(1L, 1L, 2L);
        assertThat(events.get(1).room()).extracting(LedgerEvent.Room::id).isEqualTo(DM);
    }

    @Test
    void other_rows_say_what_their_payload_says() {
        append(
                "member.joined",
                GENERAL,
                BOB,
                "11",
                "{\"channel\":\"general\",\"agent_name\":\"bob\"}");
        append("node.online", null, null, "node_1", null);

        assertThat(payloads(all().events()))
                .containsExactly(
                        "{'type':'member.joined','channel':'general','agent_name':'bob'}",
                        "{'type':'node.online'}");
    }

    @Test
    void pages_follow_each_other_and_say_how_far_they_looked() {
        IntStream.range(0, 5).forEach(i -> append("node.online", null, null, "n" + i, null));

        LedgerPage first = tail.after(ACME, 0, 3, _ -> true);
        LedgerPage second = tail.after(ACME, first.scannedTo(), 3, _ -> true);
        LedgerPage hidden = tail.after(ACME, 0, 3, _ -> false);

        assertThat(first.scannedTo()).isEqualTo(3);
        assertThat(first.more()).isTrue();
        assertThat(second.scannedTo()).isEqualTo(5);
        assertThat(second.more()).isFalse();
        assertThat(hidden.events()).isEmpty();
        assertThat(hidden.scannedTo()).isEqualTo(3);
        assertThat(tail.after(new WorkspaceId(2), 0, 3, _ -> true).events()).isEmpty();
        assertThat(tail.after(ACME, 99, 3, _ -> true).scannedTo()).isEqualTo(5);
    }

    @Test
    void a_page_of_heavy_rows_ends_early_and_loses_none() {
        IntStream.range(0, 40)
                .forEach(
                        i -> {
                            message(100 + i, GENERAL, null, "x".repeat(100_000));
                            append("message.created", GENERAL, ALICE, "" + (100 + i), null);
                        });

        long at = 0;
        int events = 0;
        LedgerPage page = tail.after(ACME, at, 500, _ -> true);
        assertThat(page.events()).hasSizeBetween(1, 11);
        while (!page.events().isEmpty()) {
            events += page.events().size();
            at = page.scannedTo();
            page = tail.after(ACME, at, 500, _ -> true);
        }

        assertThat(events).isEqualTo(40);
    }

    @Test
    void a_page_of_messages_to_many_ends_early_and_loses_none() {
        int members = 300;
        for (int i = 0; i < 20; i++) {
            message(100 + i, GENERAL, null, "x");
            for (int member = 0; member < members; member++) {
                delivery(1000 + member, i + 1, 100 + i, 1, null);
            }
            append("message.created", GENERAL, ALICE, "" + (100 + i), null);
        }

        LedgerPage first = tail.after(ACME, 0, 500, _ -> true);
        LedgerPage withoutDeliveries = tail.after(ACME, 0, 500, type -> type.startsWith("message"));

        assertThat(first.events()).hasSize(7 * (members + 1));
        assertThat(first.scannedTo()).isEqualTo(7);
        assertThat(tail.after(ACME, 7, 500, _ -> true).scannedTo()).isEqualTo(14);
        assertThat(withoutDeliveries.events()).hasSize(20);
    }

    @Test
    void the_bounds_tell_whom_everything_can_be_told() {
        assertThat(tail.bounds(ACME)).isEqualTo(new LedgerBounds(1, 0));
        assertThat(tail.bounds(ACME).reach(0)).isTrue();
        IntStream.range(0, 5).forEach(i -> append("node.online", null, null, "n" + i, null));
        run("delete from ledger where seq <= 2");

        LedgerBounds bounds = tail.bounds(ACME);

        assertThat(bounds).isEqualTo(new LedgerBounds(3, 5));
        assertThat(IntStream.range(0, 8).filter(bounds::reach)).containsExactly(2, 3, 4, 5);
        run("delete from ledger");
        assertThat(tail.bounds(ACME)).isEqualTo(new LedgerBounds(6, 5));
    }

    private LedgerPage all() {
        return tail.after(ACME, 0, 500, _ -> true);
    }

    private List<String> payloads(List<LedgerEvent> events) {
        return events.stream().map(event -> json.text(event.payload()).replace('"', '\'')).toList();
    }

    private void append(
            String type,
            @Nullable ChannelId channel,
            @Nullable AgentId agent,
            String subject,
            @Nullable String payload) {
        store.database()
                .write(
                        tx -> {
                            ledger.append(
                                    tx,
                                    ACME,
                                    new LedgerEntry(
                                            type,
                                            channel,
                                            agent,
                                            subject,
                                            payload == null ? null : json.tree(payload),
                                            NOON));
                            return 1;
                        });
    }

    private void message(long id, ChannelId channel, @Nullable Long thread, String text) {
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        """
                                        insert into message (id, workspace_id, channel_id, agent_id, thread_id, text, metadata, mode)
                                        values (?, 1, ?, 10, ?, ?, '{}', 'wait')
                                        """,
                                        id,
                                        channel,
                                        thread,
                                        text));
    }

    private void delivery(
            long agent, long seq, long message, long attempt, @Nullable String status) {
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        """
                                        insert into delivery (agent_id, seq, message_id, reason, created_at, attempt, status)
                                        values (?, ?, ?, 'message', 0, ?, ?)
                                        """,
                                        agent,
                                        seq,
                                        message,
                                        attempt,
                                        status));
    }

    private void run(String sql) {
        store.database().write(tx -> tx.execute(sql));
    }
}
