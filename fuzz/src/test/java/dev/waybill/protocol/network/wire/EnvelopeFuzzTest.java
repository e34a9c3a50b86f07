package dev.waybill.protocol.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.prompt.Wrapper;
import java.util.List;

/// Envelopes of the agent network, in each profile.
class EnvelopeFuzzTest {
    private static final List<NetworkProfile> PROFILES =
            List.of(
                    NetworkProfile.CHANNEL,
                    NetworkProfile.WORKSPACE,
                    NetworkProfile.CHANNEL.withHandles());

    @FuzzTest
    void an_envelope_is_taken_or_refused_with_a_reason(byte[] document) {
        Proportion.kept(
                document.length, () -> PROFILES.forEach(profile -> read(profile, document)));
    }

    private static void read(NetworkProfile profile, byte[] document) {
        EnvelopeReader reader = new EnvelopeReader(profile);
        switch (reader.read(document)) {
            case Reading.Accepted(var envelope, var _) -> {
                again(profile, envelope);
                shown(envelope);
            }
            case Reading.Rejected rejected -> {
                assertThat(rejected.detail()).doesNotContain("\n");
                reader.receipt(rejected, new EnvelopeId("msg_fuzz"), 1)
                        .ifPresent(receipt -> again(profile, receipt));
            }
        }
    }

    /// What is taken can be sent on, and is the same there.
    private static void again(NetworkProfile profile, Envelope envelope) {
        RawJson written = new EnvelopeWriter(profile).write(envelope);
        if (written.text().getBytes(UTF_8).length > profile.maxBytes()) {
            return;
        }
        Reading second = new EnvelopeReader(profile).read(written.text().getBytes(UTF_8));

        assertThat(second).isInstanceOf(Reading.Accepted.class);
        Envelope read = ((Reading.Accepted) second).envelope();
        assertThat(new EnvelopeWriter(profile).write(read)).isEqualTo(written);
    }

    /// Nothing that a peer wrote ends the element that it is shown in.
    private static void shown(Envelope envelope) {
        assertThat(Wrapper.wrap(envelope))
                .startsWith("<network-message")
                .containsOnlyOnce("</network-message>");
    }
}
