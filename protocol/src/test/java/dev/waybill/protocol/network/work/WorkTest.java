package dev.waybill.protocol.network.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Envelopes;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.wire.EnvelopeWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a router decides without asking anybody: `reviewer.sess-b` is here, `coder.sess-a` is elsewhere.
class WorkTest {
    private static final NetworkProfile PROFILE = NetworkProfile.WORKSPACE;
    private static final PeerId CODER = new PeerId("coder.sess-a");
    private static final PeerId REVIEWER = new PeerId("reviewer.sess-b");
    private static final PeerId EVIL = new PeerId("evil.sess-z");
    private static final List<PeerId> LOCAL = List.of(REVIEWER);
    private static final RawJson TEXT = RawJson.of("{\"text\":\"hi\"}");

    @Test
    void a_broadcast_reaches_every_local_peer_but_its_sender() {
        assertThat(Audience.of(say(CODER, null, null), LOCAL, PROFILE))
                .isEqualTo(new Audience.Peers(List.of(REVIEWER)));
        assertThat(Audience.of(say(REVIEWER, null, null), LOCAL, PROFILE))
                .isEqualTo(new Audience.Peers(List.of()));
    }

    @Test
    void work_cannot_be_opened_with_nobody() {
        assertThat(step(null, say(CODER, null, "w1")))
                .isInstanceOf(WorkStep.Refused.class)
                .extracting("reason")
                .isEqualTo(ReasonCode.INTERNAL);
    }

    @Test
    void what_is_said_to_a_peer_about_new_work_opens_it() {
        Envelope say = say(CODER, REVIEWER, "w1");

        assertThat(step(null, say))
                .isInstanceOfSatisfying(
                        WorkStep.Opened.class,
                        opened -> {
                            assertThat(opened.work().state()).isEqualTo(WorkState.SUBMITTED);
                            assertThat(opened.work().initiator()).isEqualTo(CODER);
                            assertThat(opened.work().target()).isEqualTo(REVIEWER);
                        });
        assertThat(Audience.of(say, LOCAL, PROFILE))
                .isEqualTo(new Audience.Peers(List.of(REVIEWER)));
    }

    @Test
    void a_broadcast_trace_moves_the_work_and_is_delivered_to_nobody() {
        Envelope trace = trace(CODER, null, "working");

        assertThat(state(step(opened(), trace))).isEqualTo(WorkState.WORKING);
        assertThat(Audience.of(trace, LOCAL, PROFILE)).isEqualTo(new Audience.Peers(List.of()));
    }

    @Test
    void nobody_makes_open_work_submitted_again() {
        assertThat(reason(step(opened(), trace(REVIEWER, CODER, "submitted"))))
                .isEqualTo(ReasonCode.INTERNAL);
    }

    @Test
    void work_stays_in_its_conversation() {
        Envelope elsewhere =
                Envelopes.read(
                        Envelopes.draft("m", "say")
                                .put("surface", "direct")
                                .put("direct_id", room().value())
                                .put("from", CODER.value())
                                .put("to", REVIEWER.value())
                                .put("work_id", "w1")
                                .put("body", TEXT));

        assertThat(reason(step(opened(), elsewhere))).isEqualTo(ReasonCode.WORK_CONTAINER_MISMATCH);
    }

    @Test
    void who_has_no_part_in_work_has_no_say_in_it() {
        assertThat(step(opened(), trace(EVIL, REVIEWER, "completed")))
                .isInstanceOf(WorkStep.Ignored.class);
        assertThat(step(opened(), say(CODER, EVIL, "w1"))).isInstanceOf(WorkStep.Ignored.class);
        assertThat(step(null, trace(CODER, REVIEWER, "working")))
                .isInstanceOf(WorkStep.Ignored.class);
    }

    @Test
    void either_side_may_end_it_and_then_it_is_closed_for_every_kind() {
        Work done = work(step(opened(), trace(CODER, REVIEWER, "completed")));

        assertThat(done.state()).isEqualTo(WorkState.COMPLETED);
        assertThat(reason(step(done, say(CODER, REVIEWER, "w1"))))
                .isEqualTo(ReasonCode.WORK_CLOSED);
        assertThat(reason(step(done, trace(REVIEWER, CODER, "working"))))
                .isEqualTo(ReasonCode.WORK_CLOSED);
        assertThat(
                        reason(
                                Work.step(
                                        Optional.of(done),
                                        say(CODER, REVIEWER, "w1"),
                                        NetworkProfile.CHANNEL)))
                .isEqualTo(ReasonCode.INTERACTION_CLOSED);
    }

    @Test
    void an_answer_takes_work_up_again_that_needed_input() {
        Work waiting = work(step(opened(), trace(REVIEWER, CODER, "needs_input")));

        assertThat(state(step(waiting, say(CODER, REVIEWER, "w1")))).isEqualTo(WorkState.WORKING);
    }

    @Test
    void what_names_no_work_concerns_none() {
        assertThat(step(null, say(CODER, REVIEWER, null))).isInstanceOf(WorkStep.Unconcerned.class);
    }

    @Test
    void a_message_for_a_peer_that_is_not_here_is_not_for_us() {
        assertThat(Audience.of(say(CODER, EVIL, null), LOCAL, PROFILE))
                .isInstanceOf(Audience.NotTarget.class);
    }

    @Test
    void a_room_is_only_that_of_its_two_peers() {
        assertThat(Audience.of(inRoom(room().value()), LOCAL, PROFILE))
                .isEqualTo(new Audience.Peers(List.of(REVIEWER)));
        assertThat(Audience.of(inRoom("direct_0123456789abcdef0123456789abcdef"), LOCAL, PROFILE))
                .isInstanceOf(Audience.WrongRoom.class);
    }

    @Test
    void a_refusal_of_directed_work_is_told_where_it_was_said() {
        Envelope receipt = receipt(say(CODER, REVIEWER, "w1"), ReasonCode.DUPLICATE).orElseThrow();

        assertThat(new EnvelopeWriter(PROFILE).write(receipt).text())
                .isEqualTo(
                        "{\"protocol\":\"agh-network/v0\",\"id\":\"r1\",\"workspace_id\":\"ws_alpha\",\"kind\":\"receipt\","
                                + "\"channel\":\"builders\",\"surface\":\"thread\",\"thread_id\":\"thread_patch_42\","
                                + "\"from\":\"reviewer.sess-b\",\"to\":\"coder.sess-a\",\"work_id\":\"w1\",\"reply_to\":\"m\","
                                + "\"causation_id\":\"m\",\"ts\":1775822400,"
                                + "\"body\":{\"for_id\":\"m\",\"status\":\"duplicate\",\"reason_code\":\"duplicate\"},\"proof\":null}");
        assertThat(Envelopes.read(PROFILE, new EnvelopeWriter(PROFILE).write(receipt)))
                .isEqualTo(receipt);
    }

    @Test
    void nobody_is_told_of_what_was_not_directed_work() {
        assertThat(receipt(say(CODER, null, "w1"), ReasonCode.EXPIRED)).isEmpty();
        assertThat(receipt(say(CODER, REVIEWER, null), ReasonCode.EXPIRED)).isEmpty();
        assertThat(receipt(trace(CODER, REVIEWER, "working"), ReasonCode.EXPIRED)).isEmpty();
    }

    @Test
    void who_uses_the_older_words_is_answered_in_them() {
        Envelope direct =
                Envelopes.read(
                        NetworkProfile.CHANNEL,
                        RawJson.of(
                                """
                                {"protocol":"agh-network/v0","id":"m","kind":"direct","channel":"builders","from":"coder.sess-a",
                                 "to":"reviewer.sess-b","interaction_id":"i1","ts":1775822400,"body":{"text":"hi"}}
                                """));

        RawJson written =
                new EnvelopeWriter(NetworkProfile.CHANNEL)
                        .write(receipt(direct, ReasonCode.BUSY).orElseThrow());

        assertThat(written.text())
                .contains("\"interaction_id\":\"i1\"", "\"status\":\"rejected\"", "\"busy\"")
                .doesNotContain("surface", "direct_id", "work_id");
        assertThat(Envelopes.read(NetworkProfile.CHANNEL, written).to()).isEqualTo(CODER);
    }

    private static Optional<Envelope> receipt(Envelope about, ReasonCode reason) {
        return Receipts.about(about, reason, new EnvelopeId("r1"), Envelopes.NOW);
    }

    private static DirectId room() {
        return DirectId.between(
                PROFILE,
                new Scope(new NetworkWorkspace("ws_alpha"), new NetworkChannel("builders")),
                CODER,
                REVIEWER);
    }

    private static Envelope inRoom(String room) {
        return Envelopes.read(
                Envelopes.draft("m", "say")
                        .put("surface", "direct")
                        .put("direct_id", room)
                        .put("from", CODER.value())
                        .put("to", REVIEWER.value())
                        .put("body", TEXT));
    }

    private static Envelope say(PeerId from, @Nullable PeerId to, @Nullable String work) {
        return envelope("say", from, to, work, TEXT);
    }

    private static Envelope trace(PeerId from, @Nullable PeerId to, String state) {
        return envelope("trace", from, to, "w1", new ObjectText().put("state", state).done());
    }

    private static Envelope envelope(
            String kind, PeerId from, @Nullable PeerId to, @Nullable String work, RawJson body) {
        return Envelopes.read(
                Envelopes.inThread("m", kind)
                        .put("from", from.value())
                        .putSome("to", to == null ? null : to.value())
                        .putSome("work_id", work)
                        .put("body", body));
    }

    private static Work opened() {
        return work(step(null, say(CODER, REVIEWER, "w1")));
    }

    private static WorkStep step(@Nullable Work known, Envelope envelope) {
        return Work.step(Optional.ofNullable(known), envelope, PROFILE);
    }

    private static WorkState state(WorkStep step) {
        return work(step).state();
    }

    private static Work work(WorkStep step) {
        return switch (step) {
            case WorkStep.Opened(var work) -> work;
            case WorkStep.Moved(var work) -> work;
            case WorkStep.Unchanged(var work) -> work;
            case WorkStep.Unconcerned _, WorkStep.Ignored _, WorkStep.Refused _ ->
                    throw new AssertionError(step);
        };
    }

    private static ReasonCode reason(WorkStep step) {
        assertThat(step).isInstanceOf(WorkStep.Refused.class);
        return ((WorkStep.Refused) step).reason();
    }
}
