package dev.waybill.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Where the server is told to post, on the first line, and what it is answered there.
class AnswerFuzzTest {
    private static final int MOST = 1000;
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");
    private static final Duration LONGEST = Duration.ofHours(1);

    /// Knows addresses only, so that nothing is asked of the network.
    private static final TargetGuard GUARD =
            new TargetGuard(List.of(), AnswerFuzzTest::ofAddresses);

    @FuzzTest
    void only_public_places_are_called_and_answers_are_bounded(byte[] data) {
        Made made = new Made(data);
        String target = made.line();
        byte[] answer = made.rest();

        Proportion.kept(
                made.size(),
                () -> {
                    target(target);
                    answer(answer);
                });
    }

    private static void target(String text) {
        try {
            URI target = TargetGuard.parse(text);
            assertThat(target.getScheme()).matches("(?i)https?");
            assertThat(target.getRawUserInfo()).isNull();
            assertThat(GUARD.vet(target)).isNotEmpty().allMatch(AnswerFuzzTest::isPublic);
        } catch (RefusedTarget e) {
            assertThat(e.words()).isNotEmpty();
        }
    }

    private static boolean isPublic(InetAddress address) {
        return !address.isLoopbackAddress()
                && !address.isAnyLocalAddress()
                && !address.isLinkLocalAddress()
                && !address.isSiteLocalAddress()
                && !address.isMulticastAddress();
    }

    private static InetAddress[] ofAddresses(String host) throws UnknownHostException {
        try {
            return new InetAddress[] {InetAddress.ofLiteral(host)};
        } catch (IllegalArgumentException _) {
            throw new UnknownHostException(host);
        }
    }

    private static void answer(byte[] bytes) {
        try {
            HttpAnswer answer = new AnswerReader(new ByteArrayInputStream(bytes), MOST).read();
            assertThat(answer.status()).isBetween(200, 599);
            assertThat(answer.body()).hasSizeLessThanOrEqualTo(MOST);
            assertThat(RetryAfter.of(answer, NOW, LONGEST)).isBetween(Duration.ZERO, LONGEST);
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }
}
