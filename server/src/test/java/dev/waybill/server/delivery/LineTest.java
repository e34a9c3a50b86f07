package dev.waybill.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.store.Tx;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class LineTest {
    private static final Addressee BOB = new Addressee(new WorkspaceId(1), new AgentId(2), "bob");

    @TempDir private Path folder;

    private final Json json = new Json(JsonLimits.STORED);
    private final Snowflakes ids = new Snowflakes(InstantSource.system(), 0);
    private final Mailbox mailbox = new Mailbox(BOB.id());
    private TestStore store;

    @BeforeEach
    void open() {
        store = TestStore.open(TestEngine.SQLITE, folder, StoreConfig.DEFAULTS);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void nothing_goes_out_before_the_start_whoever_calls() {
        RecordingChannel channel = new RecordingChannel(false);
        Line line = line(channel);
        offer(1);
        line.signal(new Signal("k", "t", Json.emptyObject()));
        assertThat(channel.sent()).isEmpty();

        line.start();

        await(channel, "signal k", "deliver 1");
    }

    @Test
    void a_session_is_not_given_up_for_what_many_commits_told_it_at_once() {
        RecordingChannel channel = new RecordingChannel(false);
        Line line = line(channel);
        for (int i = 0; i < 2000; i++) {
            line.signal(new Signal("k", "t", Json.emptyObject()));
        }

        line.start();

        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (channel.sent().size() < 2000 && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(channel.sent()).hasSize(2000).containsOnly("signal k");
        assertThat(channel.abandoned()).isFalse();
    }

    @Test
    void an_ack_that_comes_while_the_delivery_is_being_sent_counts() {
        RecordingChannel channel = new RecordingChannel(false);
        Line line = line(channel);
        channel.whileSending(line::acked);
        line.start();

        offer(1);
        offer(2);

        await(channel, "deliver 1", "deliver 2");
        assertThat(line.peerAcked()).isEqualTo(2);
    }

    @Test
    void an_ack_makes_room_for_what_the_window_held_back() {
        RecordingChannel channel = new RecordingChannel(false);
        Line line = new Line(mailbox, BOB, channel, backlog(), 2, 0, 0);
        mailbox.attached(line);
        line.start();
        LongStream.rangeClosed(1, 3).forEach(this::offer);
        await(channel, "deliver 1", "deliver 2");

        assertThat(line.acked(1)).isTrue();
        mailbox.arrived(1);

        await(channel, "deliver 1", "deliver 2", "deliver 3");
    }

    @Test
    void a_number_that_was_never_used_means_the_last_one_that_was() {
        RecordingChannel channel = new RecordingChannel(true);
        Line line = new Line(mailbox, BOB, channel, backlog(), 64, 5, 5);
        mailbox.know(new Cursors(BOB, 5, 5, 5, 5L, null, 0), false);
        mailbox.attached(line);
        line.start();
        offer(6);
        await(channel, "deliver 1");

        assertThat(line.acked(Long.MAX_VALUE)).isTrue();

        assertThat(line.peerAcked()).isEqualTo(6);
        assertThat(line.forgotten(Long.MAX_VALUE)).isFalse();
        offer(7);
        await(channel, "deliver 1", "deliver 2");
    }

    @Test
    void a_slower_line_gets_what_a_faster_one_was_acknowledged() throws Exception {
        RecordingChannel fast = new RecordingChannel(false);
        RecordingChannel slow = new RecordingChannel(false);
        CountDownLatch fastIsDone = new CountDownLatch(1);
        slow.whileSending(_ -> await(fastIsDone));
        Line first = line(fast);
        Line second = line(slow);
        offer(1);
        offer(2);
        second.start();
        await(slow, "deliver 1");
        first.start();
        await(fast, "deliver 1", "deliver 2");

        assertThat(first.acked(2)).isTrue();
        mailbox.arrived(2);
        fastIsDone.countDown();

        await(slow, "deliver 1", "deliver 2");
    }

    @Test
    void places_whose_rows_are_gone_are_filled_for_those_who_mind_holes() {
        RecordingChannel channel = new RecordingChannel(true);
        line(channel).start();

        mailbox.grown(2, false);

        await(channel, "skip 1", "skip 2");
        offer(3);
        await(channel, "skip 1", "skip 2", "deliver 3");
    }

    @Test
    void pages_follow_each_other_without_what_was_settled_while_the_one_before_went_out() {
        stored(700);
        RecordingChannel channel = new RecordingChannel(false);
        Line line = line(channel);
        mailbox.know(new Cursors(BOB, 700, 0, 0, 0L, null, 0), false);
        channel.whileSending(
                number -> {
                    if (number == 100) {
                        settle(400);
                    }
                    mailbox.arrived(number);
                });

        line.start();

        await(
                channel,
                LongStream.rangeClosed(1, 700)
                        .filter(number -> number != 400)
                        .mapToObj(number -> "deliver " + number)
                        .toArray(String[]::new));
    }

    @Test
    void what_comes_in_after_a_page_was_read_ahead_goes_out_although_that_page_was_empty() {
        stored(300);
        RecordingChannel channel = new RecordingChannel(false);
        Line line = line(channel);
        mailbox.know(new Cursors(BOB, 301, 0, 0, 0L, null, 0), false);
        channel.whileSending(
                number -> {
                    if (number == 300) {
                        store.database()
                                .write(
                                        tx -> {
                                            put(tx, 302);
                                            return 302;
                                        });
                        mailbox.grown(302, false);
                    }
                    mailbox.arrived(number);
                });

        line.start();

        await(
                channel,
                LongStream.rangeClosed(1, 302)
                        .filter(number -> number != 301)
                        .mapToObj(number -> "deliver " + number)
                        .toArray(String[]::new));
    }

    private void stored(int count) {
        store.database()
                .write(
                        tx -> {
                            tx.execute(
                                    "insert into workspace (id, name, plan, created_at) values (1, 'acme', 'free', 1)");
                            tx.execute(
                                    """
                                    insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
                                    values (2, 1, 'bob', 'agent', 'online', '{}', 1, 1)
                                    """);
                            tx.execute(
                                    "insert into channel (id, workspace_id, name, created_at, kind) values (3, 1, 'dm_1', 1, 'dm')");
                            LongStream.rangeClosed(1, count).forEach(seq -> put(tx, seq));
                            return count;
                        });
    }

    private void put(Tx tx, long seq) {
        long message = ids.next();
        tx.execute(
                """
                insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                values (?, 1, 3, 2, 'hi', '{}', 'wait')
                """,
                message);
        tx.execute(
                "insert into delivery (agent_id, seq, message_id, reason, created_at) values (2, ?, ?, 'dm', 1)",
                seq,
                message);
    }

    private void settle(long seq) {
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        "update delivery set status = 'acked' where agent_id = 2 and seq = ?",
                                        seq));
        mailbox.settled(seq);
    }

    private Line line(Channel channel) {
        Line line = new Line(mailbox, BOB, channel, backlog(), 64, 0, 0);
        mailbox.attached(line);
        return line;
    }

    private Backlog backlog() {
        return new Backlog(
                store.database(),
                new MailboxTable(json),
                new Expiry(
                        new Mailboxes(),
                        new Outcomes(new Signals(new Mailboxes()), new Ledger()),
                        DeliveryLimits.DEFAULTS),
                DeliveryLimits.DEFAULTS,
                InstantSource.system());
    }

    private void offer(long seq) {
        MessageId message = new MessageId(ids.next());
        mailbox.offer(
                new Item.Letter(
                        seq,
                        DeliveryIds.of(message, BOB.id(), 1),
                        1,
                        "dm",
                        said(message),
                        new Payloads(json).of(said(message), "bob")));
    }

    private static PostedMessage said(MessageId id) {
        return new PostedMessage(
                BOB.workspace(),
                id,
                new PostedMessage.Room(new ChannelId(3), ChannelKind.DM, "dm_1"),
                new AgentId(9),
                "alice",
                "hi",
                null,
                Json.emptyObject(),
                null,
                null,
                InjectionMode.WAIT,
                Handling.USUAL);
    }

    private static void await(RecordingChannel channel, String... sent) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (channel.sent().size() < sent.length && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(channel.sent()).isEqualTo(List.of(sent));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
