package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.ProfileName;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/// The router's part of the published vectors (V43 to V60), in the profile they are written for.
@ParameterizedClass
@EnumSource(TestEngine.class)
final class RouterTest {
    private final TestEngine engine;
    @TempDir private Path folder;

    private NetworkFixture network;
    private Envelopes envelopes;

    RouterTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        network = new NetworkFixture(engine, folder, TestNetworks.workspace("wks_test"));
        envelopes = new Envelopes("wks_test", network.now().getEpochSecond());
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void v43_what_is_said_to_all_reaches_the_session() {
        hears(envelopes.say("msg_1"));

        assertThat(network.mailbox(network.reviewer))
                .singleElement()
                .asString()
                .startsWith("<network-message id=\"msg_1\" from=\"coder.sess-a\"");
        assertThat(network.audit()).containsExactly("received say null");
    }

    /// The reference drops it without a trace; here it is on record.
    @Test
    void v44_work_is_not_opened_with_everybody() {
        hears(envelopes.say("msg_1").put("work_id", "w1"));

        assertThat(network.mailbox(network.reviewer)).isEmpty();
        assertThat(network.audit()).containsExactly("rejected say internal");
        assertThat(network.receipts()).isEmpty();
    }

    @Test
    void v45_v46_work_is_opened_and_a_trace_to_all_moves_it_silently() {
        hears(envelopes.work("msg_1", "w1"));
        assertThat(network.state("w1")).isEqualTo("submitted");

        hears(envelopes.trace("msg_2", "w1", "working"));

        assertThat(network.state("w1")).isEqualTo("working");
        assertThat(network.rows("select id from network_inbox")).hasSize(1);
    }

    @Test
    void v47_work_does_not_become_submitted_again() {
        hears(envelopes.work("msg_1", "w1"));
        hears(envelopes.trace("msg_2", "w1", "submitted"));

        assertThat(network.audit()).last().isEqualTo("rejected trace internal");
        assertThat(network.receipts()).isEmpty();
    }

    @Test
    void v48_work_stays_in_its_conversation() {
        hears(envelopes.work("msg_1", "w1"));
        ObjectNode elsewhere = envelopes.work("msg_2", "w1");
        elsewhere.put("thread_id", "thread_other");
        hears(elsewhere);

        assertThat(network.audit()).last().isEqualTo("rejected say work_container_mismatch");
        assertThat(network.receipts()).containsExactly("rejected work_container_mismatch");
    }

    /// The reference says nothing of it; here it is on record.
    @Test
    void v49_a_third_peer_has_no_part_in_work() {
        hears(envelopes.work("msg_1", "w1"));
        hears(envelopes.trace("msg_2", "w1", "completed").put("from", "evil.sess-z"));

        assertThat(network.state("w1")).isEqualTo("submitted");
        assertThat(network.audit()).last().isEqualTo("rejected trace ignored");
    }

    @Test
    void v50_v51_work_that_has_ended_never_begins_again() {
        hears(envelopes.work("msg_1", "w1"));
        hears(envelopes.trace("msg_2", "w1", "completed").put("to", NetworkFixture.REVIEWER));
        assertThat(network.state("w1")).isEqualTo("completed");

        hears(envelopes.work("msg_3", "w1"));
        assertThat(network.audit()).last().isEqualTo("rejected say work_closed");
        assertThat(network.receipts()).containsExactly("rejected work_closed");

        hears(envelopes.trace("msg_4", "w1", "working"));
        hears(envelopes.receipt("msg_5", "w1", "accepted"));

        assertThat(network.audit())
                .endsWith("rejected trace work_closed", "rejected receipt work_closed");
        assertThat(network.receipts()).hasSize(1);
        assertThat(network.state("w1")).isEqualTo("completed");
    }

    @Test
    void v52_a_copy_is_told_apart_and_answered() {
        hears(envelopes.work("msg_1", "w1"));
        hears(envelopes.work("msg_1", "w1"));

        assertThat(network.audit()).last().isEqualTo("rejected say duplicate");
        assertThat(network.receipts()).containsExactly("duplicate duplicate");
        assertThat(network.rows("select id from network_inbox")).hasSize(1);
    }

    /// The reference lets one peer burn the ids of another; here an id is its sender's.
    @Test
    void v53_the_same_id_of_another_sender_is_another_message() {
        hears(envelopes.say("msg_1"));
        hears(envelopes.say("msg_1").put("from", "other.sess-c"));

        assertThat(network.audit()).containsExactly("received say null", "received say null");
    }

    @Test
    void v54_what_is_for_a_peer_elsewhere_is_refused_and_not_remembered() {
        hears(envelopes.work("msg_1", "w1").put("to", "nobody.sess-x"));

        assertThat(network.audit()).containsExactly("rejected say not_target");
        assertThat(network.receipts()).isEmpty();
        assertThat(network.rows("select key from network_replay")).isEmpty();
    }

    /// The reference loses it silently; here it is on record.
    @Test
    void v55_a_room_is_of_its_two_peers_only() {
        ObjectNode direct = envelopes.say("msg_1").put("surface", "direct");
        direct.remove("thread_id");
        direct.put("direct_id", "direct_" + "0".repeat(32)).put("to", NetworkFixture.REVIEWER);
        hears(direct);

        assertThat(network.mailbox(network.reviewer)).isEmpty();
        assertThat(network.audit()).containsExactly("rejected say not_target");
    }

    @Test
    void v56_directed_work_that_is_malformed_is_answered() {
        ObjectNode blank = envelopes.work("msg_1", "w1");
        blank.putObject("body").put("text", "  ");
        hears(blank);

        assertThat(network.audit()).containsExactly("rejected say malformed");
        assertThat(network.receipts()).containsExactly("rejected malformed");
    }

    @Test
    void v57_directed_work_that_has_expired_is_answered() {
        hears(envelopes.work("msg_1", "w1").put("expires_at", 1));

        assertThat(network.audit()).containsExactly("rejected say expired");
        assertThat(network.receipts()).containsExactly("expired expired");
    }

    /// The reference forgets it after a second; here a copy is known as long as it could pass for new.
    @Test
    void v58_the_replay_window_has_no_hole_for_far_expiries() {
        long now = network.now().getEpochSecond();
        ObjectNode old =
                envelopes.say("msg_1").put("ts", now - 1000).put("expires_at", now + 86_400);
        hears(old);
        hears(old);
        network.pass(Duration.ofSeconds(2));
        hears(old);
        network.pass(Duration.ofHours(23));
        hears(old);

        assertThat(network.audit())
                .containsExactly(
                        "received say null",
                        "rejected say duplicate",
                        "rejected say duplicate",
                        "rejected say duplicate");
    }

    @Test
    void v59_v60_questions_are_received_and_answered_by_who_is_meant() {
        hears(envelopes.whois("msg_1", ""));
        hears(envelopes.whois("msg_2", "nobody"));
        hears(envelopes.whois("msg_3", "nobody").put("to", NetworkFixture.REVIEWER));

        assertThat(network.audit())
                .containsExactly(
                        "received whois null", "received whois null", "received whois null");
        assertThat(network.mailbox(network.reviewer)).isEmpty();
    }

    @Test
    void what_cannot_be_read_is_on_record_with_its_hash_and_size() {
        network.hears("{");
        network.hears(new byte[] {(byte) 0xff, 0});

        assertThat(network.audit())
                .containsExactly("rejected null malformed", "rejected null malformed");
        assertThat(network.rows("select hash from network_audit where size = 1"))
                .singleElement()
                .asString()
                .hasSize(64);
    }

    @Test
    void a_name_of_ours_that_we_did_not_use_is_refused() {
        hears(envelopes.say("msg_1").put("from", NetworkFixture.REVIEWER));

        assertThat(network.audit()).containsExactly("rejected say verification_failed");
    }

    @Test
    void what_would_live_longer_than_anything_is_remembered_is_refused() {
        long far = network.now().getEpochSecond() + Duration.ofDays(8).toSeconds();
        hears(envelopes.say("msg_1").put("expires_at", far));

        assertThat(network.audit()).containsExactly("rejected say malformed");
    }

    @Test
    void work_is_accepted_at_once_where_the_operator_says_so() {
        network.close();
        NetworkConfig config = TestNetworks.accepting("builders");
        network = new NetworkFixture(engine, folder.resolve("accepting"), config);
        envelopes = new Envelopes("", network.now().getEpochSecond());
        assertThat(config.profile()).isEqualTo(ProfileName.CHANNEL);

        hears(envelopes.work("msg_1", "w1"));

        assertThat(network.receipts()).containsExactly("accepted");
        assertThat(network.state("w1")).isEqualTo("submitted");
    }

    private void hears(ObjectNode envelope) {
        network.hears(envelope.toString());
    }
}
