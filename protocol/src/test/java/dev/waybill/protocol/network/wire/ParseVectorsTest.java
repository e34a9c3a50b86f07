package dev.waybill.protocol.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.Vectors;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every verdict of the reference releases in the `workspace` profile, and those written from the two published pages in
/// the `channel` profile.
class ParseVectorsTest {
    static List<Vectors.Parse> workspace() {
        return Vectors.parse("parse.json");
    }

    static List<Vectors.Parse> channel() {
        return Vectors.parse("channel.json");
    }

    @ParameterizedTest
    @MethodSource
    void workspace(Vectors.Parse vector) {
        check(NetworkProfile.WORKSPACE, vector);
    }

    @ParameterizedTest
    @MethodSource
    void channel(Vectors.Parse vector) {
        check(NetworkProfile.CHANNEL, vector);
    }

    private static void check(NetworkProfile profile, Vectors.Parse vector) {
        Reading reading =
                new EnvelopeReader(profile).read(vector.bytes(), vector.freshness(), vector.now());

        switch (reading) {
            case Reading.Accepted(var envelope, var _) -> {
                assertThat(vector.accepted()).as("accepted").isTrue();
                String written = new EnvelopeWriter(profile).write(envelope).text();
                if (vector.normalized() != null) {
                    assertThat(Vectors.treeOf(written)).isEqualTo(vector.normalized());
                }
            }
            case Reading.Rejected rejected -> {
                assertThat(vector.accepted()).as(rejected.detail()).isFalse();
                assertThat(rejected.reason().wire()).isEqualTo(vector.reason());
                if (vector.flaw() != null) {
                    assertThat(rejected.flaw().name().toLowerCase(Locale.ROOT))
                            .as(rejected.detail())
                            .isEqualTo(vector.flaw());
                }
                assertThat(rejected.detail()).isNotBlank();
            }
        }
    }
}
