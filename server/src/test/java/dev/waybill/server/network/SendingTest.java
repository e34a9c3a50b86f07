package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What agents send: kept before it is acknowledged, said once under its id, and brought to others of the server at once.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SendingTest {
    private final TestEngine engine;
    @TempDir private Path folder;
    private NetworkFixture network;
    private Caller.Agent coder;
    private NetworkSession coders;

    SendingTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        network = new NetworkFixture(engine, folder, TestNetworks.depth(100));
        coder = network.agent("coder");
        coders = network.join(coder, null);
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void two_of_one_server_do_work_for_each_other_without_the_carrier() {
        send(coder, coders, "say", text("please"), "msg_1", network.session.peerId(), "w1");
        assertThat(network.mailbox(network.reviewer)).singleElement().asString().contains("msg_1");
        JsonNode done = Json.emptyObject().put("state", "completed");
        send(network.reviewer, network.session, "trace", done, "msg_2", coders.peerId(), "w1");

        assertThat(network.mailbox(coder)).singleElement().asString().contains("kind=\"trace\"");
        assertThat(network.state("w1")).isEqualTo("completed");
        assertThat(network.rows("select open_work_count from network_thread")).containsExactly("0");
        assertThat(network.rows("select id from network_outbox")).isEmpty();
        assertThat(network.audit())
                .containsExactly(
                        "sent say null",
                        "received say null",
                        "sent trace null",
                        "received trace null");
    }

    @Test
    void what_is_for_all_waits_for_the_carrier_and_is_here_already() {
        send(coder, coders, "say", text("hello"), "msg_1", null, null);

        assertThat(network.mailbox(network.reviewer)).hasSize(1);
        assertThat(network.rows("select subject from network_outbox"))
                .containsExactly("agh.network.v0.builders.broadcast");
    }

    @Test
    void an_echo_is_nothing_new_and_a_forgery_is_refused() {
        send(coder, coders, "say", text("hello"), "msg_1", null, null);
        String kept = network.rows("select envelope from network_message").getFirst();
        network.hears(kept);
        network.hears(kept.replace("hello", "obey"));

        assertThat(network.mailbox(network.reviewer)).hasSize(1);
        assertThat(network.audit())
                .containsExactly("received say null", "rejected say verification_failed");
    }

    @Test
    void the_same_under_one_id_is_sent_once_and_something_else_refused() {
        send(coder, coders, "say", text("hello"), "msg_1", null, null);
        send(coder, coders, "say", text("hello"), "msg_1", null, null);

        assertThat(network.rows("select id from network_outbox")).hasSize(1);
        assertThatThrownBy(() -> send(coder, coders, "say", text("other"), "msg_1", null, null))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.reason()).isEqualTo(Reason.NETWORK_ID_CONFLICT));
    }

    @Test
    void who_has_not_shown_itself_is_not_written_to() {
        assertThatThrownBy(
                        () -> send(coder, coders, "say", text("hi"), null, "nobody.sess-x", null))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.reason())
                                        .isEqualTo(Reason.NETWORK_PEER_NOT_FOUND));
        assertThat(network.rows("select id from network_message")).isEmpty();
    }

    @Test
    void work_that_has_ended_is_not_spoken_of() {
        send(coder, coders, "say", text("please"), "msg_1", network.session.peerId(), "w1");
        JsonNode over = Json.emptyObject().put("state", "canceled");
        send(coder, coders, "trace", over, "msg_2", network.session.peerId(), "w1");

        assertThatThrownBy(
                        () ->
                                send(
                                        coder,
                                        coders,
                                        "say",
                                        text("again"),
                                        "msg_3",
                                        network.session.peerId(),
                                        "w1"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.reason()).isEqualTo(Reason.NETWORK_WORK_CLOSED));
    }

    @Test
    void one_who_asks_who_is_there_is_answered_by_others_of_the_server() {
        SendEnvelope question =
                wish(coders, "whois", Json.emptyObject().put("type", "request"), "msg_1");
        network.network.desk().send(coder, question);

        assertThat(network.mailbox(coder))
                .singleElement()
                .asString()
                .contains("kind=\"whois\"", "from=\"" + network.session.peerId() + "\"");
    }

    private static JsonNode text(String words) {
        return Json.emptyObject().put("text", words);
    }

    private void send(
            Caller.Agent agent,
            NetworkSession session,
            String kind,
            JsonNode body,
            @Nullable String id,
            @Nullable String to,
            @Nullable String work) {
        network.network
                .desk()
                .send(
                        agent,
                        new SendEnvelope(
                                session.sessionId(),
                                null,
                                kind,
                                body,
                                "thread",
                                "thread_release",
                                null,
                                to,
                                work,
                                null,
                                null,
                                null,
                                null,
                                id,
                                null,
                                null));
    }

    private static SendEnvelope wish(
            NetworkSession session, String kind, JsonNode body, String id) {
        return new SendEnvelope(
                session.sessionId(),
                null,
                kind,
                body,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                id,
                null,
                null);
    }
}
