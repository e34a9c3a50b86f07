package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.subscription.NewSubscription;
import dev.waybill.protocol.subscription.Subscription;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.subscription.Subscriptions;

/// Answers for event subscriptions.
public final class SubscriptionEndpoints {
    private final Subscriptions subscriptions;

    public SubscriptionEndpoints(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Event subscriptions",
                Route.post("/v1/subscriptions", Access.of(OWNER))
                        .summary(
                                "Has events posted to an address, in order and at least once, signed with the secret.")
                        .takes(NewSubscription.class)
                        .answers(201, Subscription.class)
                        .fails(ErrorCode.INVALID_EVENT_TYPE)
                        .to(this::create),
                Route.get("/v1/subscriptions", Access.of(OWNER))
                        .summary("Lists the subscriptions of the workspace and how they fare.")
                        .answers(Subscription[].class)
                        .to(call -> Answer.data(subscriptions.all(call.caller().workspace()))),
                Route.get("/v1/subscriptions/{id}", Access.of(OWNER))
                        .summary("Shows a subscription and how it fares.")
                        .answers(Subscription.class)
                        .fails(ErrorCode.SUBSCRIPTION_NOT_FOUND)
                        .to(this::show),
                Route.delete("/v1/subscriptions/{id}", Access.of(OWNER))
                        .summary("Ends a subscription.")
                        .answersNothing()
                        .fails(ErrorCode.SUBSCRIPTION_NOT_FOUND)
                        .to(this::delete));
    }

    Answer create(Call call) {
        return Answer.data(
                subscriptions.create(call.caller().workspace(), call.body(NewSubscription.class)));
    }

    Answer show(Call call) {
        return Answer.data(subscriptions.find(call.caller().workspace(), call.path("id")));
    }

    Answer delete(Call call) {
        subscriptions.delete(call.caller().workspace(), call.path("id"));
        return Answer.empty();
    }
}
