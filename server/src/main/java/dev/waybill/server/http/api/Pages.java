package dev.waybill.server.http.api;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.RouteDraft;
import dev.waybill.server.message.MessagePage;
import org.jspecify.annotations.Nullable;

/// Which part of a list a request asks for. Clients send all kinds of numbers; those that make no sense are brought
/// into range instead of being refused.
final class Pages {
    private Pages() {}

    /// Names the query parameters that [#of] reads.
    static RouteDraft paged(RouteDraft route) {
        return route.query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                .query("before", "Only messages older than this id.")
                .query("after", "Only messages newer than this id.");
    }

    static MessagePage of(Call call) {
        return of(call, MessagePage.DEFAULT_LIMIT);
    }

    static MessagePage of(Call call, int otherwise) {
        return new MessagePage(
                Queries.limit(call, otherwise, MessagePage.MAX_LIMIT),
                id(call, "before"),
                id(call, "after"));
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

    private static @Nullable MessageId id(Call call, String parameter) {
        Long number = Queries.id(call, parameter, "message id");
        return number == null ? null : new MessageId(number);
    }
}
