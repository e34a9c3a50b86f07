package dev.waybill.server.http.api;

import dev.waybill.protocol.network.text.Shown;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.math.BigInteger;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads query parameters that many routes have.
final class Queries {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,40}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private Queries() {}

    /// Clients send all kinds of limits; those that make no sense are brought into range instead of being refused.
    static int limit(Call call, int otherwise, int max) {
        return call.query("limit").map(text -> clamped(text, otherwise, max)).orElse(otherwise);
    }

    /// What is there and says something.
    static @Nullable String given(Call call, String parameter) {
        return call.query(parameter).filter(text -> !text.isEmpty()).orElse(null);
    }

    /// Numbers out of range are brought into it: before the first of a list there is none, after it are all others.
    static @Nullable Long id(Call call, String parameter, String what) {
        String text = given(call, parameter);
        if (text == null) {
            return null;
        }
        if (!NUMBER.matcher(text).matches()) {
            throw new Problem(
                    ErrorCode.INVALID_REQUEST,
                    parameter + " is not a " + what + ": " + Shown.quoted(text));
        }
        return new BigInteger(text).min(LARGEST).max(BigInteger.ONE).longValueExact();
    }

    /// A moment as RFC 3339 has it, or in seconds since 1970.
    static @Nullable Instant moment(Call call, String parameter) {
        String text = given(call, parameter);
        if (text == null) {
            return null;
        }
        try {
            return SECONDS.matcher(text).matches()
                    ? Instant.ofEpochSecond(Long.parseLong(text))
                    : Rfc3339.parse(text);
        } catch (IllegalArgumentException _) {
            throw new Problem(
                    ErrorCode.INVALID_REQUEST,
                    parameter
                            + " is no time such as 2026-01-31T12:00:00Z or 1769860800: "
                            + Shown.quoted(text));
        }
    }

    private static int clamped(String text, int otherwise, int max) {
        try {
            return Math.clamp(Long.parseLong(text), 1, max);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }
}
