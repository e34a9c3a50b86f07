package dev.waybill.server.http.api;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.RouteDraft;
import dev.waybill.server.message.MessagePage;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which part of a list a request asks for. Clients send all kinds of numbers; those that make no sense are brought
/// into range instead of being refused.
final class Pages {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,40}");
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private Pages() {}

    /// Names the query parameters that [#of] reads.
    static RouteDraft paged(RouteDraft route) {
        return route.query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                .query("before", "Only messages older than this id.")
                .query("after", "Only messages newer than this id.");
    }

    static MessagePage of(Call call) {
        return new MessagePage(
                limit(call, MessagePage.DEFAULT_LIMIT, MessagePage.MAX_LIMIT),
                id(call, "before"),
                id(call, "after"));
    }

    static int limit(Call call, int otherwise, int most) {
        try {
            return call.query("limit")
                    .map(text -> Math.clamp(Long.parseLong(text.strip()), 1, most))
                    .orElse(otherwise);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }

    /// The message that a path names; what cannot be an id names none.
    static MessageId message(Call call) {
        String text = call.path("id");
        try {
            return MessageId.parse(text);
        } catch (IllegalArgumentException _) {
            throw new Problem(ErrorCode.MESSAGE_NOT_FOUND, "Message \"" + text + "\" not found");
        }
    }

    /// Numbers out of range are brought into it: before the first message there is none, after it are all others.
    private static @Nullable MessageId id(Call call, String parameter) {
        String text = call.query(parameter).orElse(null);
        if (text == null || text.isEmpty()) {
            return null;
        }
        if (!NUMBER.matcher(text).matches()) {
            throw new Problem(
                    ErrorCode.INVALID_REQUEST, parameter + " is not a message id: '" + text + "'");
        }
        return new MessageId(
                new BigInteger(text).min(LARGEST).max(BigInteger.ONE).longValueExact());
    }
}
