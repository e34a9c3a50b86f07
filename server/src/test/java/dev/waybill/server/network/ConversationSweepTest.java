package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.server.network.read.ConversationSweep;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What was said is forgotten after its time, unless somebody waits for it.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ConversationSweepTest {
    private static final Duration RETENTION = Duration.ofDays(90);

    private final TestEngine engine;
    @TempDir private Path folder;
    private NetworkFixture network;
    private Caller.Agent coder;
    private NetworkSession coders;

    ConversationSweepTest(TestEngine engine) {
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
    void a_conversation_ends_with_its_last_message() {
        say("thread_old", null);
        say("thread_both", null);
        settled();
        network.pass(RETENTION.dividedBy(2));
        say("thread_both", null);
        settled();

        sweep();
        assertThat(network.rows("select id from network_message")).hasSize(3);

        network.pass(RETENTION.dividedBy(2).plusSeconds(1));
        sweep();
        assertThat(threads()).containsExactly("thread_both 1");
        assertThat(network.rows("select distinct thread_id from network_participant"))
                .containsExactly("thread_both");
        assertThat(network.rows("select id from network_message")).hasSize(1);

        network.pass(RETENTION);
        sweep();
        assertThat(threads()).isEmpty();
        assertThat(network.rows("select peer_id from network_participant")).isEmpty();
    }

    @Test
    void what_waits_for_a_session_stays() {
        say("thread_waiting", null);
        network.pass(RETENTION.multipliedBy(2));

        sweep();

        assertThat(threads()).containsExactly("thread_waiting 1");
    }

    @Test
    void what_waits_for_the_carrier_stays() {
        send("say", "thread_outside", null, null, text());
        settled();
        network.pass(RETENTION.multipliedBy(2));

        sweep();
        assertThat(threads()).containsExactly("thread_outside 1");

        network.store.database().write(tx -> tx.execute("delete from network_outbox"));
        sweep();
        assertThat(threads()).isEmpty();
    }

    @Test
    void work_stays_as_long_as_it_goes_on_and_its_time_after() {
        say("thread_work", "w1");
        settled();
        network.pass(RETENTION.multipliedBy(2));
        sweep();
        assertThat(threads()).containsExactly("thread_work 1");

        JsonNode done = Json.emptyObject().put("state", "canceled");
        send("trace", "thread_work", network.session.peerId(), "w1", done);
        settled();
        network.pass(RETENTION.minusSeconds(1));
        sweep();
        assertThat(threads()).containsExactly("thread_work 2");
        assertThat(network.state("w1")).isEqualTo("canceled");

        network.pass(Duration.ofSeconds(2));
        sweep();
        assertThat(threads()).isEmpty();
        assertThat(network.rows("select work_id from network_work")).isEmpty();
    }

    private void sweep() {
        new ConversationSweep(network.store.database(), network::now, RETENTION).sweep();
    }

    private List<String> threads() {
        return network.rows(
                "select thread_id || ' ' || message_count from network_thread order by thread_id");
    }

    /// The reviewer has read everything.
    private void settled() {
        network.store.database().write(tx -> tx.execute("delete from network_inbox"));
    }

    private void say(String thread, @Nullable String work) {
        send("say", thread, network.session.peerId(), work, text());
    }

    private static JsonNode text() {
        return Json.emptyObject().put("text", "hi");
    }

    private void send(
            String kind, String thread, @Nullable String to, @Nullable String work, JsonNode body) {
        network.network
                .desk()
                .send(
                        coder,
                        new SendEnvelope(
                                coders.sessionId(),
                                null,
                                kind,
                                body,
                                "thread",
                                thread,
                                null,
                                to,
                                work,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null));
    }
}
