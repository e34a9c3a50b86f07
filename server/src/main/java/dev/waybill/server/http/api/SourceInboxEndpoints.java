package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.DirectItem;
import dev.waybill.protocol.source.DirectText;
import dev.waybill.protocol.source.InboxAck;
import dev.waybill.protocol.source.InboxAcked;
import dev.waybill.protocol.source.InboxCompacted;
import dev.waybill.protocol.source.InboxEntryList;
import dev.waybill.protocol.source.InboxItem;
import dev.waybill.protocol.source.InboxPolicy;
import dev.waybill.protocol.source.InboxPolicyChange;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteDraft;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.source.Inboxes;
import dev.waybill.server.source.SourceSet;
import java.util.Map;
import java.util.Optional;

/// Answers for what an agent finds of what happened elsewhere.
public final class SourceInboxEndpoints {
    private static final String BASE = "/agents/{agent}/inbox";
    private static final int DEFAULT_LIMIT = 50;
    private static final Access ANYONE = Access.of(OWNER, AGENT);
    private static final Map<String, String> STREAM =
            Map.of("Cache-Control", "no-store", "X-Accel-Buffering", "no");

    private final SourceSet set;
    private final Json json;

    public SourceInboxEndpoints(SourceSet set, Json json) {
        this.set = set;
        this.json = json;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                        "Events in an agent's inbox",
                        listed(Route.get(BASE, ANYONE))
                                .summary("Lists what the agent has to read, oldest first.")
                                .answers(InboxEntryList.class)
                                .plain()
                                .fails(
                                        ErrorCode.AGENT_NOT_FOUND,
                                        ErrorCode.UNKNOWN_ENTRY,
                                        ErrorCode.FORBIDDEN)
                                .to(this::list),
                        listed(Route.get(BASE + "/entries", ANYONE))
                                .summary("The same.")
                                .answers(InboxEntryList.class)
                                .plain()
                                .fails(
                                        ErrorCode.AGENT_NOT_FOUND,
                                        ErrorCode.UNKNOWN_ENTRY,
                                        ErrorCode.FORBIDDEN)
                                .to(this::list),
                        listed(Route.get(BASE + "/watch", ANYONE))
                                .query(
                                        "heartbeat_ms",
                                        "How often to show that both sides are there, 1000 to 60000; 15000 if left out.")
                                .summary(
                                        "Tells entries as they come, as server-sent events: items and heartbeat. After a break, Last-Event-ID goes on.")
                                .answersDocument("text/event-stream")
                                .plain()
                                .fails(
                                        ErrorCode.AGENT_NOT_FOUND,
                                        ErrorCode.UNKNOWN_ENTRY,
                                        ErrorCode.FORBIDDEN)
                                .to(this::watch),
                        Route.post(BASE + "/items", ANYONE)
                                .summary(
                                        "Puts words that come from no source into the agent's inbox.")
                                .takes(DirectText.class)
                                .answers(DirectItem.class)
                                .plain()
                                .fails(
                                        ErrorCode.AGENT_NOT_FOUND,
                                        ErrorCode.NOT_NOTIFY_CAPABLE,
                                        ErrorCode.FORBIDDEN)
                                .to(
                                        call ->
                                                Answer.data(
                                                        set.inboxes()
                                                                .say(
                                                                        call.caller(),
                                                                        call.path("agent"),
                                                                        call.body(
                                                                                DirectText
                                                                                        .class)))),
                        Route.get(BASE + "/items/{item}", ANYONE)
                                .summary(
                                        "Shows one item, such as one of a digest, with all that is known of it.")
                                .answers(InboxItem.class)
                                .plain()
                                .fails(
                                        ErrorCode.AGENT_NOT_FOUND,
                                        ErrorCode.UNKNOWN_ITEM,
                                        ErrorCode.FORBIDDEN)
                                .to(
                                        call ->
                                                Answer.data(
                                                        set.inboxes()
                                                                .item(
                                                                        call.caller(),
                                                                        call.path("agent"),
                                                                        call.path("item")))),
                        Route.post(BASE + "/ack", ANYONE)
                                .summary(
                                        "Settles entries: throughEntryId and all before it, entryIds, or all. Ids of items stand for their entries.")
                                .takes(InboxAck.class)
                                .answers(InboxAcked.class)
                                .plain()
                                .fails(
                                        ErrorCode.AGENT_NOT_FOUND,
                                        ErrorCode.UNKNOWN_ENTRY,
                                        ErrorCode.FORBIDDEN)
                                .to(this::ack),
                        Route.post(BASE + "/compact", ANYONE)
                                .summary("Forgets items that were settled long enough ago.")
                                .answers(InboxCompacted.class)
                                .plain()
                                .fails(ErrorCode.AGENT_NOT_FOUND, ErrorCode.FORBIDDEN)
                                .to(
                                        call ->
                                                Answer.data(
                                                        set.compact(
                                                                call.caller(),
                                                                call.path("agent")))),
                        Route.get(BASE + "/policy", ANYONE)
                                .summary(
                                        "Shows how the agent's events are gathered before they are told.")
                                .answers(InboxPolicy.class)
                                .plain()
                                .fails(ErrorCode.AGENT_NOT_FOUND, ErrorCode.FORBIDDEN)
                                .to(
                                        call ->
                                                Answer.data(
                                                        set.inboxes()
                                                                .policy(
                                                                        call.caller(),
                                                                        call.path("agent")))),
                        Route.post(BASE + "/policy", ANYONE)
                                .summary("Changes how the agent's events are gathered.")
                                .takes(InboxPolicyChange.class)
                                .answers(InboxPolicy.class)
                                .plain()
                                .fails(ErrorCode.AGENT_NOT_FOUND, ErrorCode.FORBIDDEN)
                                .to(
                                        call ->
                                                Answer.data(
                                                        set.inboxes()
                                                                .change(
                                                                        call.caller(),
                                                                        call.path("agent"),
                                                                        call.body(
                                                                                InboxPolicyChange
                                                                                        .class)))))
                .alsoUnder("/v1");
    }

    private static RouteDraft listed(RouteDraft route) {
        return route.query(
                        "after_entry_id", "Only entries after this one; the id of an item will do.")
                .query(
                        "include_acked",
                        "true for settled ones and those that later ones replace, too.")
                .query("include_actions", "true to name what can be done at each handle.")
                .query("limit", "How many, 1 to 200; 50 if left out.");
    }

    private Answer list(Call call) {
        return Answer.data(
                set.inboxes()
                        .list(
                                call.caller(),
                                call.path("agent"),
                                query(
                                        call,
                                        Optional.ofNullable(
                                                Queries.given(call, "after_entry_id")))));
    }

    private static Inboxes.Query query(Call call, Optional<String> after) {
        return new Inboxes.Query(
                after.orElse(null),
                flag(call, "include_acked"),
                Queries.limit(call, DEFAULT_LIMIT, Inboxes.MOST),
                flag(call, "include_actions"));
    }

    private static boolean flag(Call call, String name) {
        return call.query(name).filter("true"::equals).isPresent();
    }

    private Answer ack(Call call) {
        int acked = set.inboxes().ack(call.caller(), call.path("agent"), call.body(InboxAck.class));
        return Answer.data(new InboxAcked(acked));
    }

    private Answer watch(Call call) {
        Optional<String> after =
                call.header("Last-Event-ID")
                        .filter(id -> !id.isBlank())
                        .or(() -> Optional.ofNullable(Queries.given(call, "after_entry_id")));
        InboxWatch watch =
                new InboxWatch(
                        set.inboxes(),
                        json,
                        call.caller(),
                        call.path("agent"),
                        query(call, after),
                        heartbeat(call));
        // What is wrong with the question is said before the answer begins.
        watch.check();
        return new Answer.Live("text/event-stream", STREAM, watch::run);
    }

    private static long heartbeat(Call call) {
        try {
            return call.query("heartbeat_ms")
                    .map(text -> Math.clamp(Long.parseLong(text), 1_000, 60_000))
                    .orElse(15_000);
        } catch (NumberFormatException _) {
            return 15_000;
        }
    }
}
