package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Envelopes that are decided about in one transaction end as if each had come alone.
@ParameterizedClass
@EnumSource(TestEngine.class)
final class TogetherTest {
    private final TestEngine engine;
    @TempDir private Path folder;

    private NetworkFixture network;
    private Envelopes envelopes;

    TogetherTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        network = new NetworkFixture(engine, folder, TestNetworks.depth(3, 2));
        envelopes = new Envelopes("", network.now().getEpochSecond());
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void a_session_gets_as_many_as_it_may_and_the_rest_in_its_order() {
        hears(say("msg_1"), say("msg_2"), say("msg_3"), say("msg_4"));
        assertThat(inMailbox()).containsExactly("msg_1", "msg_2");

        network.delivers(network.reviewer);
        network.delivers(network.reviewer);
        network.look();

        assertThat(inMailbox()).containsExactly("msg_3", "msg_4");
        assertThat(network.audit())
                .containsExactly(
                        "received say null",
                        "received say null",
                        "received say null",
                        "received say null",
                        "delivered say null",
                        "delivered say null");
    }

    @Test
    void what_comes_later_waits_behind_what_waits() {
        hears(say("msg_1"), say("msg_2"), say("msg_3"));
        network.delivers(network.reviewer);

        hears(say("msg_4"));
        network.look();

        assertThat(inMailbox()).containsExactly("msg_2", "msg_3");
    }

    @Test
    void too_many_at_once_push_out_the_oldest_that_waits() {
        hears(
                say("msg_1"),
                say("msg_2"),
                envelopes.work("msg_3", "w1"),
                say("msg_4"),
                say("msg_5"),
                say("msg_6"));

        assertThat(inMailbox()).containsExactly("msg_1", "msg_2");
        assertThat(network.audit()).contains("rejected say queue_overflow");
        assertThat(network.receipts()).containsExactly("rejected busy");
        assertThat(network.rows("select id from network_inbox where message_id is null"))
                .hasSize(3);
    }

    @Test
    void a_copy_of_one_that_comes_with_it_is_a_copy() {
        hears(say("msg_1"), say("msg_1"));

        assertThat(inMailbox()).containsExactly("msg_1");
        assertThat(network.audit()).containsExactly("received say null", "rejected say duplicate");
    }

    @Test
    void a_conversation_counts_them_all() {
        hears(say("msg_1"), say("msg_2"), envelopes.work("msg_3", "w1"));
        hears(say("msg_4").put("from", "other.sess-c"), envelopes.trace("msg_5", "w2", "working"));

        assertThat(
                        network.rows(
                                """
                                select message_count || ' ' || participant_count || ' ' || open_work_count
                                from network_thread
                                """))
                .containsExactly("4 2 1");
        assertThat(network.events())
                .containsSubsequence(
                        "network.message.received",
                        "network.work.opened",
                        "network.message.received");
    }

    @Test
    void what_was_decided_and_undone_was_not_here() {
        List<JsonNode> both = List.of(say("msg_1"), say("msg_2"));
        assertThatThrownBy(() -> network.hears(both, TogetherTest::fail)).hasMessage("on purpose");
        assertThat(network.audit()).isEmpty();
        assertThat(inMailbox()).isEmpty();

        network.hears(both, () -> {});
        network.hears(List.of(say("msg_3")), () -> {});
        network.delivers(network.reviewer);
        network.delivers(network.reviewer);
        network.look();

        assertThat(inMailbox()).containsExactly("msg_3");
        assertThat(network.audit()).doesNotContain("rejected say duplicate");
    }

    @Test
    void what_is_handed_from_memory_reads_as_if_it_came_from_the_store() {
        hears(
                say("msg_1").put("reply_to", "a\u202eb <c>"),
                say("msg_2"),
                envelopes.work("msg_3", "w1"));
        network.delivers(network.reviewer);
        network.look();

        List<String> kept =
                network.rows(
                        "select envelope from network_message where direction = 'received' order by id");
        assertThat(network.mailbox(network.reviewer))
                .containsExactly(network.prompt(kept.get(1)), network.prompt(kept.get(2)));
    }

    private ObjectNode say(String id) {
        return envelopes.say(id);
    }

    private void hears(JsonNode... together) {
        network.hears(List.of(together), () -> {});
    }

    private List<String> inMailbox() {
        return network.mailbox(network.reviewer).stream()
                .map(text -> text.replaceFirst("(?s)^<network-message id=\"([^\"]*)\".*", "$1"))
                .toList();
    }

    private static void fail() {
        throw new IllegalStateException("on purpose");
    }
}
