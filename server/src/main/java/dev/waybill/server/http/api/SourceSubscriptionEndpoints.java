package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.EventSubscriptionList;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.SubscriptionLag;
import dev.waybill.protocol.source.SubscriptionPolled;
import dev.waybill.protocol.source.SubscriptionRemoved;
import dev.waybill.protocol.source.SubscriptionReset;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.source.SourceSet;
import java.util.ArrayList;
import java.util.List;

/// Answers for who gets which events. Under `/v1` it has another name, as what is posted to addresses is called so there.
public final class SourceSubscriptionEndpoints {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MOST = 1_000;
    private static final Access ANYONE = Access.of(OWNER, AGENT);

    private final SourceSet set;

    public SourceSubscriptionEndpoints(SourceSet set) {
        this.set = set;
    }

    public RouteTable.Section routes() {
        List<Route> routes = new ArrayList<>(routes("/subscriptions"));
        routes.addAll(routes("/v1/event-subscriptions"));
        return new RouteTable.Section("Subscriptions to events from elsewhere", routes);
    }

    private List<Route> routes(String base) {
        String one = base + "/{id}";
        return List.of(
                Route.post(base, ANYONE)
                        .summary(
                                "Has an agent get the events of a source that match, in its mailbox. An agent subscribes for itself only.")
                        .takes(NewEventSubscription.class)
                        .answers(EventSubscriptionList.class)
                        .plain()
                        .fails(
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.UNKNOWN_SOURCE,
                                ErrorCode.NOT_NOTIFY_CAPABLE,
                                ErrorCode.UNSUPPORTED_DELIVERY_MODE,
                                ErrorCode.FORBIDDEN)
                        .to(
                                call ->
                                        Answer.data(
                                                new EventSubscriptionList(
                                                        set.subscriptions()
                                                                .create(
                                                                        call.caller(),
                                                                        call.body(
                                                                                NewEventSubscription
                                                                                        .class))))),
                Route.get(base, ANYONE)
                        .summary("Lists subscriptions; an agent sees its own.")
                        .query("agent_id", "Only those of this agent, by name or id.")
                        .query("limit", "How many, 1 to 1000; 100 if left out.")
                        .answers(EventSubscriptionList.class)
                        .plain()
                        .fails(ErrorCode.AGENT_NOT_FOUND, ErrorCode.FORBIDDEN)
                        .to(this::list),
                Route.get(one, ANYONE)
                        .summary("Shows a subscription.")
                        .answers(EventSubscription.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SUBSCRIPTION)
                        .to(
                                call ->
                                        Answer.data(
                                                set.subscriptions()
                                                        .show(call.caller(), call.path("id")))),
                Route.delete(one, ANYONE)
                        .summary("Ends a subscription.")
                        .answers(SubscriptionRemoved.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SUBSCRIPTION)
                        .to(this::remove),
                Route.get(one + "/lag", ANYONE)
                        .summary("Tells how far a subscription has come.")
                        .answers(SubscriptionLag.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SUBSCRIPTION)
                        .to(
                                call ->
                                        Answer.data(
                                                set.subscriptions()
                                                        .lag(call.caller(), call.path("id")))),
                Route.post(one + "/reset", ANYONE)
                        .summary(
                                "Has a subscription go on from elsewhere: latest, earliest, at_offset or at_time.")
                        .takes(SubscriptionReset.class)
                        .answers(EventSubscription.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SUBSCRIPTION, ErrorCode.UNKNOWN_SOURCE)
                        .to(
                                call ->
                                        Answer.data(
                                                set.subscriptions()
                                                        .reset(
                                                                call.caller(),
                                                                call.path("id"),
                                                                call.body(
                                                                        SubscriptionReset.class)))),
                Route.post(one + "/poll", ANYONE)
                        .summary("Reads the next events now, where the subscription is behind.")
                        .answers(SubscriptionPolled.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SUBSCRIPTION)
                        .to(call -> Answer.data(set.polls().poll(call.caller(), call.path("id")))));
    }

    private Answer list(Call call) {
        return Answer.data(
                new EventSubscriptionList(
                        set.subscriptions()
                                .all(
                                        call.caller(),
                                        Queries.given(call, "agent_id"),
                                        Queries.limit(call, DEFAULT_LIMIT, MOST))));
    }

    private Answer remove(Call call) {
        set.subscriptions().remove(call.caller(), call.path("id"));
        return Answer.data(new SubscriptionRemoved(true, call.path("id")));
    }
}
