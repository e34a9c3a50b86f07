package dev.waybill.server.message;

import static dev.waybill.server.message.Messaging.ALL;
import static dev.waybill.server.message.Messaging.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.waybill.protocol.delivery.DeliveryReceipt;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.message.AddedReaction;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.MessageThread;
import dev.waybill.protocol.message.ReactionGroup;
import dev.waybill.protocol.message.ReadReceipt;
import dev.waybill.protocol.message.ReadStatus;
import dev.waybill.protocol.message.Reader;
import dev.waybill.protocol.message.Reply;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Threads, reactions, readers and receipts, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ReadsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private Messaging at;
    private Caller.Agent alice;
    private Caller.Agent bob;
    private Caller.Agent carol;

    ReadsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        at = new Messaging(engine, temp.resolve("data"));
        alice = at.agent("alice");
        bob = at.agent("bob");
        carol = at.agent("carol");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @Test
    void replies_to_replies_belong_to_the_thread_of_the_first_message() {
        Message root = at.post(alice, "root");
        Reply reply = (Reply) at.send(bob, new Outgoing.Reply(root.id(), said("one")));
        Reply nested = (Reply) at.send(carol, new Outgoing.Reply(reply.id(), said("two")));

        MessageThread thread = at.history.thread(alice, nested.id(), ALL);

        assertThat(nested.threadId()).isEqualTo(root.id());
        assertThat(nested.channelName()).isEqualTo("general");
        assertThat(thread.parent().id()).isEqualTo(root.id());
        assertThat(thread.parent().replyCount()).isEqualTo(2);
        assertThat(thread.replies()).extracting(Message::text).containsExactly("one", "two");
        assertThat(at.history.channel(alice, "general", ALL)).hasSize(1);
        assertThat(at.recorded())
                .containsExactly("message.created", "thread.reply", "thread.reply");
    }

    @Test
    void the_same_reaction_counts_and_is_told_once() {
        Message message = at.post(alice, "hi");

        AddedReaction first = at.reactions.add(bob, message.id(), "👍");
        AddedReaction again = at.reactions.add(bob, message.id(), "👍");
        at.reactions.add(carol, message.id(), "👍");
        at.reactions.add(carol, message.id(), "🔥");

        assertThat(again).isEqualTo(first);
        assertThat(at.history.channel(alice, "general", ALL).getFirst().reactions())
                .containsExactly(
                        new ReactionGroup("👍", 2, List.of("bob", "carol")),
                        new ReactionGroup("🔥", 1, List.of("carol")))
                .isEqualTo(at.reactions.of(alice, message.id()));
        assertThat(at.rows("select type from ledger where type = 'message.reacted'")).hasSize(3);
    }

    @Test
    void a_reaction_can_be_taken_back_once() {
        Message message = at.post(alice, "hi");
        at.reactions.add(bob, message.id(), "👍");

        at.reactions.remove(bob, message.id(), "👍");
        at.reactions.remove(bob, message.id(), "👍");

        assertThat(at.reactions.of(alice, message.id())).isEmpty();
        assertThat(
                        at.rows(
                                "select payload from ledger where type = 'message.reacted' order by seq"))
                .hasSize(2)
                .last()
                .asString()
                .contains("\"action\":\"removed\"");
    }

    @Test
    void reading_settles_the_own_delivery_and_is_recorded_once() {
        Message message = at.post(alice, "hi");

        ReadReceipt receipt = at.reads.read(bob, message.id());
        ReadReceipt again = at.reads.read(bob, message.id());

        assertThat(again).isEqualTo(receipt);
        assertThat(at.history.message(alice, message.id()).deliveries())
                .extracting(DeliveryReceipt::agentName, DeliveryReceipt::status)
                .containsExactly(
                        tuple("bob", DeliveryStatus.ACKED), tuple("carol", DeliveryStatus.QUEUED));
        assertThat(at.recorded())
                .containsExactly("message.created", "message.read", "delivery.delivered");
        assertThat(at.rows("select ack_seq || '' from agent where name = 'bob'"))
                .containsExactly("0");
    }

    @Test
    void reading_what_was_acknowledged_settles_nothing_again() {
        Message message = at.post(alice, "hi");
        at.execute("update agent set ack_seq = 1 where id = ?", bob.agent());

        at.reads.read(bob, message.id());

        assertThat(at.recorded()).containsExactly("message.created", "message.read");
    }

    @Test
    void what_was_acknowledged_counts_as_read() {
        Message message = at.post(alice, "hi");
        Instant acked = Instant.ofEpochMilli(1_800_000_000_000L);
        at.execute("update agent set ack_seq = 1 where id = ?", bob.agent());
        at.execute(
                "insert into ack (agent_id, up_to_seq, at) values (?, 5, ?)", bob.agent(), acked);
        at.reads.read(carol, message.id());

        assertThat(at.reads.readers(alice, message.id()))
                .extracting(Reader::agentName)
                .containsExactlyInAnyOrder("bob", "carol");
        assertThat(at.reads.readers(alice, message.id()))
                .contains(new Reader("bob", bob.agent(), acked));
        assertThat(at.history.channel(alice, "general", ALL).getFirst().readByCount()).isEqualTo(2);
        assertThat(at.reads.status(alice, "general"))
                .contains(
                        new ReadStatus("alice", null, null),
                        new ReadStatus("bob", message.id(), acked));
    }

    @Test
    void the_last_read_message_never_moves_back() {
        Message first = at.post(alice, "one");
        Message second = at.post(alice, "two");

        at.reads.read(bob, second.id());
        at.reads.read(bob, first.id());

        assertThat(at.reads.status(at.owner, "general"))
                .filteredOn(status -> status.agentName().equals("bob"))
                .extracting(ReadStatus::lastReadId)
                .containsExactly(second.id());
    }

    @Test
    void a_message_shows_what_became_of_it_for_each_recipient() {
        Message message = at.post(alice, "hi");
        at.execute("update delivery set status = 'replaced' where agent_id = ?", bob.agent());
        at.execute(
                """
                insert into delivery (agent_id, seq, message_id, reason, created_at, attempt, status, error)
                values (?, 2, ?, 'message', 0, 2, 'failed', 'busy')
                """,
                bob.agent(),
                message.id());
        at.execute("update agent set transport_seq = 1 where id = ?", carol.agent());

        List<DeliveryReceipt> receipts = at.history.message(alice, message.id()).deliveries();

        assertThat(receipts)
                .extracting(
                        receipt -> receipt.deliveryId().value(),
                        DeliveryReceipt::status,
                        DeliveryReceipt::error)
                .containsExactly(
                        tuple(
                                "del_" + message.id() + "_" + bob.agent() + "~2",
                                DeliveryStatus.FAILED,
                                "busy"),
                        tuple(
                                "del_" + message.id() + "_" + carol.agent(),
                                DeliveryStatus.DELIVERED,
                                null));
    }
}
