package dev.waybill.server.message;

import static dev.waybill.server.message.Messaging.ALL;
import static dev.waybill.server.message.Messaging.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.message.Attachment;
import dev.waybill.protocol.message.BatchResult;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a message may hold, in whose name it is sent, and several at once, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SendingTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private Messaging at;
    private Caller.Agent alice;
    private Caller.Agent bob;

    SendingTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        at = new Messaging(engine, temp.resolve("data"));
        alice = at.agent("alice");
        bob = at.agent("bob");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @Test
    void whole_files_of_the_workspace_go_with_a_message() {
        file("file_1", "complete");

        Message sent =
                (Message)
                        at.send(alice, new Outgoing.ToChannel("general", with(List.of("file_1"))));

        assertThat(sent.attachments())
                .containsExactly(new Attachment("file_1", "a.txt", "text/plain", 3));
        assertThat(at.history.channel(bob, "general", ALL)).containsExactly(sent);
    }

    @Test
    void files_that_are_not_there_whole_are_refused() {
        file("file_1", "pending");

        assertRefused(
                Reason.INVALID_REQUEST,
                () -> at.send(alice, new Outgoing.ToChannel("general", with(List.of("file_1")))));
        assertRefused(
                Reason.INVALID_REQUEST,
                () -> at.send(alice, new Outgoing.ToAgent("bob", with(List.of("nothing")))));
        assertThat(at.rows("select name from channel")).containsExactly("general");
    }

    @Test
    void reserved_keys_are_dropped_and_the_content_type_is_kept() {
        ObjectNode data = Json.emptyObject().put("__relaycast_mode", "steer").put("k", 1);

        Message sent =
                (Message)
                        at.send(
                                alice,
                                new Outgoing.ToChannel(
                                        "general",
                                        NewMessage.of(
                                                "hi",
                                                null,
                                                data,
                                                null,
                                                null,
                                                "text/markdown",
                                                null,
                                                DeliveryTerms.USUAL)));

        assertThat(sent.metadata().toString())
                .isEqualTo("{\"k\":1,\"content_type\":\"text/markdown\"}");
    }

    @Test
    void an_archived_channel_takes_no_message_and_no_reply() {
        Message before = at.post(alice, "before");
        at.execute("update channel set is_archived = 1");

        assertRefused(Reason.CHANNEL_ARCHIVED, () -> at.post(alice, "after"));
        assertRefused(
                Reason.CHANNEL_ARCHIVED,
                () -> at.send(bob, new Outgoing.Reply(before.id(), said("after"))));
    }

    @Test
    void a_node_speaks_for_the_agents_on_it_and_no_others() {
        at.execute("update agent set node_id = 'node_1' where name = 'alice'");
        Caller.Node node = new Caller.Node(at.workspace, new NodeId("node_1"));
        Caller.Node direct =
                new Caller.Node(at.workspace, new NodeId("node_direct_" + bob.agent()));

        assertThat(at.messages.sender(node, "alice")).isEqualTo(alice);
        assertThat(at.messages.sender(direct, "bob")).isEqualTo(bob);
        assertRefused(Reason.FORBIDDEN, () -> at.messages.sender(node, "bob"));
        assertRefused(Reason.AGENT_NOT_FOUND, () -> at.messages.sender(node, "nobody"));
        assertRefused(Reason.INVALID_REQUEST, () -> at.messages.sender(node, null));
        assertRefused(Reason.FORBIDDEN, () -> at.messages.sender(alice, "bob"));
    }

    @Test
    void the_same_key_sends_once_in_every_kind_of_room() {
        Message root = at.post(alice, "root");
        Stream.of(
                        new Outgoing.ToChannel("general", said("x")),
                        new Outgoing.ToAgent("bob", said("x")),
                        new Outgoing.Reply(root.id(), said("x")))
                .forEach(
                        outgoing -> {
                            RequestKey key = key(outgoing, "k");

                            Answered first = at.messages.send(alice, outgoing, key);
                            Answered again = at.messages.send(alice, outgoing, key);

                            assertThat(again.replayed()).isTrue();
                            assertThat(again.data()).isEqualTo(at.json.toTree(first.data()));
                        });
        assertThat(at.rows("select text from message")).hasSize(4);
    }

    @Test
    void what_is_refused_of_a_batch_leaves_nothing_and_stops_nothing() {
        List<BatchResult> results =
                at.batches.send(
                        alice,
                        Stream.of(
                                        "{\"channel\":\"general\",\"text\":\"one\"}",
                                        "{\"to\":\"nobody\",\"text\":\"lost\"}",
                                        "{\"to\":\"bob\",\"text\":\"lost\",\"attachments\":[\"none\"]}",
                                        "{\"text\":\"nowhere\"}",
                                        "{\"channel\":\"general\",\"to\":\"bob\",\"text\":\"both\"}",
                                        "{\"channel\":\"general\",\"text\":\"x\",\"mode\":\"shout\"}",
                                        "{\"to\":\"bob\",\"text\":\"two\"}",
                                        "{\"channel\":\"general\",\"text\":\"k\",\"idempotency_key\":\"a b\"}",
                                        "7")
                                .map(at.json::tree)
                                .toList(),
                        AnswerForm.WHOLE);

        assertThat(results)
                .extracting(BatchResult::ok)
                .containsExactly(true, false, false, false, false, false, true, false, false);
        assertThat(results)
                .filteredOn(result -> !result.ok())
                .extracting(result -> Objects.requireNonNull(result.error()).code())
                .containsExactly(
                        "agent_not_found",
                        "invalid_request",
                        "invalid_request",
                        "invalid_request",
                        "invalid_request",
                        "invalid_idempotency_key",
                        "invalid_request");
        assertThat(at.rows("select text from message order by id")).containsExactly("one", "two");
        assertThat(
                        at.rows(
                                "select name || seq from delivery join agent on id = agent_id order by seq"))
                .containsExactly("bob1", "bob2");
    }

    @Test
    void a_key_counts_within_a_batch_and_across_batches() {
        List<JsonNode> batch =
                Stream.of(
                                "{\"to\":\"bob\",\"text\":\"one\",\"idempotency_key\":\"k\"}",
                                "{\"to\":\"bob\",\"text\":\"one\",\"idempotency_key\":\"k\"}")
                        .map(at.json::tree)
                        .toList();

        List<BatchResult> first = at.batches.send(alice, batch, AnswerForm.WHOLE);
        List<BatchResult> again = at.batches.send(alice, batch, AnswerForm.WHOLE);

        assertThat(first).extracting(BatchResult::replayed).containsExactly(null, true);
        assertThat(again).extracting(BatchResult::replayed).containsExactly(true, true);
        assertThat(at.rows("select text from message")).containsExactly("one");
    }

    private void file(String id, String status) {
        at.execute(
                """
                insert into file (id, workspace_id, filename, content_type, size_bytes, uploaded_by, status, created_at)
                values (?, ?, 'a.txt', 'text/plain', 3, 'alice', ?, 0)
                """,
                id,
                at.workspace,
                status);
    }

    private RequestKey key(Outgoing outgoing, String key) {
        return new RequestKey(
                at.workspace, alice.agent().text(), outgoing.scope(), key, "fingerprint");
    }

    private static NewMessage with(List<String> files) {
        return NewMessage.of("see", null, null, null, files, null, null, DeliveryTerms.USUAL);
    }

    private static void assertRefused(Reason reason, Runnable attempt) {
        assertThatThrownBy(attempt::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
