package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.server.message.SaidTable.Place;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The two lists of what was said in which room, which only SQLite has.
class FilingTest {
    private static final String SAY =
            """
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
            values (?, 1, ?, 1, 'x', '{}', 'wait')
            """;

    /// Of [#say], and so that the next ones are in it, too.
    private static final long LAST_ROOM = 90L * 1_000 + 89;

    private static final String BEFORE = "select count(*) from said_before";
    private static final String LATELY = "select count(*) from said_lately";
    private static final String MISSING =
            """
            select count(*) from message m where not exists (
                select 1 from said s where s.channel_id = m.channel_id and s.message_id = m.id)
            """;

    @TempDir private Path temp;
    private Messaging at;
    private Database database;
    private Caller.Agent alice;

    @BeforeEach
    void start() {
        at = new Messaging(TestEngine.SQLITE, temp.resolve("data"));
        database = at.store.database();
        alice = at.agent("alice");
        at.agent("bob");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @Test
    void readers_find_the_same_wherever_it_is_listed() {
        Message root = at.post(alice, "one");
        at.tell(alice, "bob", "in private");
        at.send(alice, new Outgoing.Reply(root.id(), said("an answer")));
        at.post(alice, "two");
        at.reactions.add(alice, root.id(), "+1");
        List<Object> lately = everything(root);

        takeOver(2);
        List<Object> parted = everything(root);
        takeOver(2);

        assertThat(parted).isEqualTo(lately);
        assertThat(everything(root)).isEqualTo(lately);
        assertThat(number(LATELY)).isZero();
        assertThat(number(BEFORE)).isEqualTo(4);
    }

    @Test
    void much_is_filed_and_little_is_left_alone() {
        try (Filing filing = new Filing(database)) {
            say(1, Filing.MOST_LATELY - 1L);
            boolean filedLittle = filing.fileIfMuch();
            say(Filing.MOST_LATELY, Filing.MOST_LATELY);
            boolean filedMuch = filing.fileIfMuch();

            assertThat(filedLittle).isFalse();
            assertThat(filedMuch).isTrue();
        }
        assertThat(number(LATELY)).isZero();
        assertThat(number(BEFORE)).isEqualTo(Filing.MOST_LATELY);
        assertThat(number(MISSING)).isZero();
    }

    @Test
    void what_is_said_while_others_are_filed_is_listed_once() throws InterruptedException {
        say(1, 3L * Filing.MOST_LATELY);
        Thread talker = Thread.ofVirtual().start(this::sayFiveHundredMore);
        try (Filing filing = new Filing(database)) {
            filing.fileIfMuch();
        }
        talker.join();

        assertThat(number("select count(*) from message")).isEqualTo(3L * Filing.MOST_LATELY + 500);
        assertThat(number("select count(*) from said")).isEqualTo(3L * Filing.MOST_LATELY + 500);
        assertThat(number(MISSING)).isZero();
    }

    @Test
    @Timeout(60)
    void it_looks_when_it_begins_and_after_a_thousand_rings() {
        say(1, Filing.MOST_LATELY);
        try (Filing filing = new Filing(database)) {
            filing.start();
            awaitFiled(Filing.MOST_LATELY);
            say(Filing.MOST_LATELY + 1L, 2L * Filing.MOST_LATELY);
            for (int ring = 0; ring < 1_024; ring++) {
                filing.ring();
            }
            awaitFiled(2L * Filing.MOST_LATELY);
        }

        assertThat(number(LATELY)).isZero();
    }

    @Test
    @Timeout(60)
    void it_ends_although_somebody_talks_in_the_last_room_all_the_time()
            throws InterruptedException {
        say(1, Filing.MOST_LATELY);
        AtomicBoolean filed = new AtomicBoolean();
        AtomicLong next = new AtomicLong(LAST_ROOM);
        Thread talker =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    while (!filed.get()) {
                                        long id = next.addAndGet(90);
                                        say(id, id);
                                    }
                                });
        try (Filing filing = new Filing(database)) {
            filing.fileIfMuch();
        }
        filed.set(true);
        talker.join();

        assertThat(number(MISSING)).isZero();
    }

    /// None of them looks through a whole list, or sorts what is in order already.
    @Test
    void readers_go_straight_to_the_room_in_both_lists() {
        for (String query :
                List.of(
                        MessageTable.IN_ROOM,
                        MessageTable.SAID_IN_ROOM,
                        ConversationTable.OF_AGENT,
                        ReadTable.STATUS)) {
            assertThat(plan(query)).contains("MERGE (UNION ALL)");
        }
        for (String query :
                List.of(
                        MessageTable.IN_ROOM,
                        MessageTable.SAID_IN_ROOM,
                        ConversationTable.OF_AGENT,
                        ConversationTable.COUNT,
                        ReadTable.STATUS,
                        ReactionTable.BETWEEN)) {
            assertThat(plan(query))
                    .contains("SEARCH said_before USING PRIMARY KEY")
                    .contains("SEARCH said_lately USING PRIMARY KEY")
                    .doesNotContain(
                            "SCAN said_before", "SCAN said_lately", "SCAN message", "SCAN m ");
        }
    }

    private String plan(String query) {
        List<String> steps =
                database.read(tx -> tx.list("explain query plan " + query, row -> row.text(4)));
        return String.join("\n", steps);
    }

    private void sayFiveHundredMore() {
        long first = 3L * Filing.MOST_LATELY + 1;
        LongStream.range(first, first + 500).forEach(id -> say(id, id));
    }

    private void awaitFiled(long count) {
        while (number(BEFORE) < count) {
            Thread.onSpinWait();
        }
    }

    private List<Object> everything(Message root) {
        return List.of(
                at.history.channel(alice, "general", Messaging.ALL),
                at.history.thread(alice, root.id(), Messaging.ALL),
                at.conversations.of(alice),
                at.reads.status(alice, "general"));
    }

    private void takeOver(int count) {
        SaidTable said = new SaidTable();
        Place to = database.read(tx -> said.after(tx, Place.BEGINNING, count));
        database.write(
                tx -> {
                    said.takeOver(tx, Place.BEGINNING, to);
                    return to;
                });
    }

    private void say(long first, long last) {
        database.write(tx -> say(tx, first, last));
    }

    /// In many rooms, one after the other.
    private static long say(Tx tx, long first, long last) {
        tx.executeEach(
                SAY,
                LongStream.rangeClosed(first, last)
                        .mapToObj(id -> new Object[] {id, 1 + id % 90})
                        .toList());
        return last;
    }

    private long number(String sql) {
        return database.read(tx -> tx.first(sql, row -> row.number(1)).orElseThrow());
    }

    private static NewMessage said(String text) {
        return Messaging.said(text);
    }
}
