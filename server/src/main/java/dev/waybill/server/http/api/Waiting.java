package dev.waybill.server.http.api;

import dev.waybill.server.delivery.Waits;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long a caller wants to wait for an answer.
final class Waiting {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})(ms|s|m)");

    private Waiting() {}

    static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (matcher.matches()) {
            Duration time = duration(Long.parseLong(matcher.group(1)), matcher.group(2));
            if (time.compareTo(Waits.LONGEST) <= 0) {
                return time;
            }
        }
        throw new Problem(
                ErrorCode.INVALID_REQUEST,
                "wait is not a time up to "
                        + Waits.LONGEST.toSeconds()
                        + "s, such as 20s or 500ms: '"
                        + text
                        + "'");
    }

    private static Duration duration(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }
}
