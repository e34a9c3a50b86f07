package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.node.AckMode;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.provider.Answers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What is answered where deliveries are posted: how they are acknowledged on the first line, and an answer.
class VerdictFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Instant NOW = Instant.parse("2026-11-19T08:00:00Z");

    @FuzzTest
    void an_answer_acknowledges_or_has_the_delivery_tried_again(byte[] data) {
        Made made = new Made(data);
        String mode = made.line();
        Optional<HttpAnswer> answer = Answers.of(made.restText()).stream().findFirst();

        Proportion.kept(made.size(), () -> answer.ifPresent(one -> judged(one, mode(mode))));
    }

    private static void judged(HttpAnswer answer, AckMode mode) {
        switch (Verdict.of(answer, mode, JSON, NOW)) {
            case Verdict.Arrived _ -> assertThat(mode).isEqualTo(AckMode.MANUAL);
            case Verdict.Acked _ -> assertThat(mode).isNotEqualTo(AckMode.MANUAL);
            case Verdict.Failed(var error, var _, var pause) -> {
                assertThat(error).isNotEmpty().hasSizeLessThan(200).doesNotContain("\0");
                assertThat(pause).isBetween(Duration.ZERO, Verdict.LONGEST_RETRY_AFTER);
            }
        }
    }

    private static AckMode mode(String word) {
        for (AckMode mode : AckMode.values()) {
            if (mode.wire().equals(word)) {
                return mode;
            }
        }
        return AckMode.RESPONSE;
    }
}
