package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.protocol.network.identity.PublicKeyBytes;
import dev.waybill.protocol.network.identity.Signatures;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/// What a peer that means harm tries, and what comes of it.
@ParameterizedClass
@EnumSource(TestEngine.class)
class HarmTest {
    private static final String KEY = "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg";

    private final TestEngine engine;
    @TempDir private Path folder;
    private NetworkFixture network;
    private Envelopes envelopes;

    HarmTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        network = new NetworkFixture(engine, folder, TestNetworks.depth(100));
        envelopes = new Envelopes("", network.now().getEpochSecond());
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void text_that_grows_when_it_is_written_down_stops_nobody() {
        ObjectNode growing = envelopes.say("msg_1");
        growing.putObject("body").put("text", "<".repeat(300_000));
        hears(growing);
        hears(envelopes.say("msg_2"));

        assertThat(network.mailbox(network.reviewer)).singleElement().asString().contains("msg_1");
        network.delivers(network.reviewer);
        network.look();
        assertThat(network.mailbox(network.reviewer)).singleElement().asString().contains("msg_2");
    }

    @Test
    void an_id_that_no_receipt_could_repeat_is_not_answered() {
        ObjectNode huge = envelopes.work("x".repeat(400_000), "w1");
        hears(huge);
        hears(huge);

        assertThat(network.audit()).containsExactly("received say null", "rejected say duplicate");
        assertThat(network.receipts()).isEmpty();
    }

    @Test
    void ids_that_are_no_proper_text_are_taken_and_shown_harmlessly() {
        network.hears(
                envelopes
                        .work("ID", "WORK")
                        .toString()
                        .replace("\"ID\"", "\"a\\u0000b\\ud800\\u202e\\n\"")
                        .replace("\"WORK\"", "\"w\\ud800\""));

        assertThat(network.audit()).containsExactly("received say null");
        assertThat(network.rows("select message_id from network_audit"))
                .singleElement()
                .asString()
                .startsWith("'a\\u{0}b")
                .doesNotContain("\n", "\u202e", "\u0000");
    }

    @Test
    void an_old_message_does_not_come_again_under_its_id() {
        hears(envelopes.say("msg_1"));
        network.delivers(network.reviewer);
        network.look();
        network.pass(Duration.ofMinutes(6));
        ObjectNode again = envelopes.say("msg_1").put("ts", network.now().getEpochSecond());
        again.putObject("body").put("text", "something else");
        hears(again);

        assertThat(network.audit()).last().isEqualTo("rejected say duplicate");
        assertThat(network.mailbox(network.reviewer)).isEmpty();
    }

    @Test
    void who_has_a_key_pinned_is_believed_only_with_it() {
        network.network
                .desk()
                .pin(network.reviewer, NetworkFixture.STRANGER, new PinKey("builders", KEY));
        hears(envelopes.say("msg_1"));

        assertThat(network.audit()).containsExactly("rejected say verification_failed");
        assertThat(network.mailbox(network.reviewer)).isEmpty();
    }

    @Test
    void what_is_signed_with_the_pinned_key_is_verified() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = pair.getPublic().getEncoded();
        PublicKeyBytes key =
                PublicKeyBytes.parse(
                        Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(
                                        Arrays.copyOfRange(
                                                encoded, encoded.length - 32, encoded.length)));
        network.network
                .desk()
                .pin(network.reviewer, NetworkFixture.STRANGER, new PinKey("builders", key.text()));
        String said = envelopes.say("msg_1").toString();
        network.hears(Signatures.sign(RawJson.of(said), pair.getPrivate(), key).text());

        assertThat(network.mailbox(network.reviewer))
                .singleElement()
                .asString()
                .contains("trust=\"verified\"");
    }

    @Test
    void what_is_heard_in_one_channel_speaks_of_no_other() {
        hears(envelopes.say("msg_1").put("channel", "ops"));

        assertThat(network.audit()).containsExactly("rejected say not_target");
    }

    @Test
    void an_agent_takes_no_name_but_its_own() {
        assertThatThrownBy(() -> network.join(network.agent("mallory"), NetworkFixture.STRANGER))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("begins with its own name");
    }

    @Test
    void a_workspace_on_the_wire_changes_nothing_where_there_are_none() {
        hears(envelopes.work("msg_1", "w1").put("workspace_id", "ws1"));
        hears(envelopes.work("msg_1", "w1").put("workspace_id", "ws2"));
        hears(envelopes.trace("msg_2", "w1", "completed"));

        assertThat(network.audit())
                .containsExactly(
                        "received say null", "rejected say duplicate", "received trace null");
        assertThat(network.state("w1")).isEqualTo("completed");
    }

    @Test
    void whoever_floods_the_channel_with_names_is_not_remembered_for_ever() {
        for (int i = 0; i < 2100; i++) {
            hears(envelopes.greet("flood-" + i));
        }

        assertThat(network.peers()).hasSizeLessThanOrEqualTo(2001);
        assertThat(network.audit()).last().isEqualTo("rejected greet busy");
        assertThat(network.events()).hasSizeLessThanOrEqualTo(2001);
    }

    private void hears(ObjectNode envelope) {
        network.hears(envelope.toString());
    }
}
