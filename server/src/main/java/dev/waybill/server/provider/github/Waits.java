package dev.waybill.server.provider.github;

import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.RetryAfter;
import dev.waybill.server.provider.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// How long GitHub wants to be left alone: until its hourly limit begins anew, or for as long as it says when too much came
/// at once.
final class Waits {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration UNTOLD = Duration.ofMinutes(1);
    private static final Duration LONGEST_UNTOLD = Duration.ofMinutes(15);
    private static final Duration LONGEST = Outcome.LONGEST_PAUSE;

    private Waits() {}

    /// Empty if the answer is not about limits.
    static Optional<Duration> of(HttpAnswer answer, String message, int attempt, Instant now) {
        if (answer.status() != 403 && answer.status() != 429) {
            return Optional.empty();
        }
        if (answer.header("x-ratelimit-remaining").filter("0"::equals).isPresent()) {
            return Optional.of(untilReset(answer, now).orElseGet(() -> told(answer, attempt, now)));
        }
        boolean secondary = answer.header("retry-after").isPresent() || secondary(message);
        return secondary || answer.status() == 429
                ? Optional.of(told(answer, attempt, now))
                : Optional.empty();
    }

    private static boolean secondary(String message) {
        String words = message.toLowerCase(Locale.ROOT);
        return words.contains("secondary rate limit") || words.contains("abuse");
    }

    private static Optional<Duration> untilReset(HttpAnswer answer, Instant now) {
        return answer.header("x-ratelimit-reset")
                .filter(text -> text.matches("\\d{1,11}"))
                .map(text -> Instant.ofEpochSecond(Long.parseLong(text)))
                .map(reset -> within(Duration.between(now, reset)));
    }

    private static Duration within(Duration wait) {
        Duration least = wait.compareTo(LEAST) < 0 ? LEAST : wait;
        return least.compareTo(LONGEST) < 0 ? least : LONGEST;
    }

    /// A minute at least where GitHub does not say, and longer each time.
    private static Duration told(HttpAnswer answer, int attempt, Instant now) {
        if (answer.header("retry-after").isPresent()) {
            return RetryAfter.of(answer, now, LONGEST);
        }
        Duration doubled = UNTOLD.multipliedBy(1L << Math.clamp(attempt - 1, 0, 10));
        return doubled.compareTo(LONGEST_UNTOLD) < 0 ? doubled : LONGEST_UNTOLD;
    }
}
