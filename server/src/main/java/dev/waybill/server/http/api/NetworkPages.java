package dev.waybill.server.http.api;

import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.RouteDraft;
import dev.waybill.server.network.read.Page;
import dev.waybill.server.network.read.TimelinePart;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lists of the network: which part is asked for, and how the answer says where the next one begins.
final class NetworkPages {
    /// Whoever may look at the network.
    static final Access READERS =
            Access.of(Role.OWNER, Role.AGENT).orObserver(ObserverScope.MESSAGES_READ);

    private NetworkPages() {}

    /// Names the query parameters that [#limit] and `after` are read from.
    static RouteDraft listed(RouteDraft route, String after) {
        return route.query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                .query("after", after);
    }

    static int limit(Call call) {
        return Queries.limit(call, Page.DEFAULT_LIMIT, Page.MAX_LIMIT);
    }

    /// Names the query parameters that [#part] reads.
    static RouteDraft timeline(RouteDraft route) {
        return listed(
                        route,
                        "Only messages after this `record_id`, the first of them; the cursor of a page.")
                .query(
                        "before",
                        "Only messages before this `record_id`, the last of them; any larger number gives the latest.")
                .query("kind", "Only messages of this kind.");
    }

    static TimelinePart part(Call call, boolean ofAnyWork) {
        return new TimelinePart(
                limit(call),
                Queries.id(call, "before", "record_id"),
                Queries.id(call, "after", "record_id"),
                Queries.given(call, "kind"),
                ofAnyWork ? Queries.given(call, "work_id") : null);
    }

    static <T> Answer.Data answer(Page<T> page, Function<T, String> id) {
        return answer(page.items(), page.more() ? id.apply(page.items().getLast()) : null);
    }

    /// The next part is before the first of these where the last ones were asked for, else after the last.
    static Answer.Data answer(Page<TimelineMessage> page, TimelinePart part) {
        List<TimelineMessage> items = page.items();
        if (!page.more()) {
            return answer(items, null);
        }
        return answer(items, (part.backwards() ? items.getFirst() : items.getLast()).recordId());
    }

    static Answer.Data answer(List<?> items, @Nullable String next) {
        return Answer.data(items).withCursor(new Answer.Cursor(next, next != null));
    }
}
