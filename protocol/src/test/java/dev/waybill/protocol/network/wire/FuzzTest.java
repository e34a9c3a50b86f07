package dev.waybill.protocol.network.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Vectors;
import dev.waybill.protocol.network.identity.Signatures;
import dev.waybill.protocol.network.prompt.ReplyGuidance;
import dev.waybill.protocol.network.prompt.Suspicion;
import dev.waybill.protocol.network.prompt.Wrapper;
import dev.waybill.protocol.network.work.Audience;
import dev.waybill.protocol.network.work.Receipts;
import dev.waybill.protocol.network.work.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Feeds mutated envelopes to everything that reads them. `-Dnetwork.fuzz.rounds=1000000` runs as many; the seed is
/// printed with a failure, and `-Dnetwork.fuzz.seed=…` repeats it.
class FuzzTest {
    private static final int ROUNDS = Integer.getInteger("network.fuzz.rounds", 20_000);
    private static final long SEED = Long.getLong("network.fuzz.seed", 20261115);
    private static final Instant NOW = Instant.ofEpochSecond(1775822400);
    private static final PeerId REVIEWER = new PeerId("reviewer.sess-xyz");
    private static final List<NetworkProfile> PROFILES =
            List.of(
                    NetworkProfile.CHANNEL,
                    NetworkProfile.WORKSPACE,
                    NetworkProfile.CHANNEL.withHandles());
    private static final long MOST_GROWTH = 64L << 20;

    private final List<byte[]> seeds =
            Stream.of("parse.json", "channel.json")
                    .flatMap(file -> Vectors.parse(file).stream())
                    .map(Vectors.Parse::bytes)
                    .toList();

    @Test
    void whatever_arrives_is_read_or_refused() {
        Mutation mutation = new Mutation(new Random(SEED), seeds);
        int accepted = 0;
        long before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (round == ROUNDS / 10) {
                before = used();
            }
            byte[] document = mutation.next();
            try {
                accepted += read(document, PROFILES.get(round % PROFILES.size()));
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(
                        "seed %d, round %d: %s".formatted(SEED, round, new String(document, UTF_8)),
                        e);
            }
        }

        assertThat(accepted).isBetween(ROUNDS / 50, ROUNDS - ROUNDS / 50);
        assertThat(used() - before).isLessThan(MOST_GROWTH);
    }

    private static int read(byte[] document, NetworkProfile profile) {
        Signatures.check(document);
        return switch (new EnvelopeReader(profile).read(document, Freshness.DEFAULT, NOW)) {
            case Reading.Accepted(var envelope, var _) -> {
                use(envelope, profile);
                yield 1;
            }
            case Reading.Rejected rejected -> {
                assertThat(rejected.detail()).isNotEmpty().doesNotContainPattern("[\\p{Cc}]");
                yield 0;
            }
        };
    }

    private static void use(Envelope envelope, NetworkProfile profile) {
        byte[] written = new EnvelopeWriter(profile).write(envelope).text().getBytes(UTF_8);
        Reading again = new EnvelopeReader(profile).read(written);
        assertThat(again)
                .as("written and read again")
                .isInstanceOfSatisfying(
                        Reading.Accepted.class,
                        same -> assertThat(same.envelope()).isEqualTo(envelope));
        assertThat(Wrapper.wrap(envelope).lines().count()).isBetween(3L, 4L);
        ReplyGuidance.of(envelope);
        Suspicion.of(envelope);
        Work.step(Optional.empty(), envelope, profile);
        Audience.of(envelope, List.of(REVIEWER), profile);
        Receipts.about(envelope, ReasonCode.BUSY, envelope.id(), envelope.ts());
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
