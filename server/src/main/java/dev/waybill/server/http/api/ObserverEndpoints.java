package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OBSERVER;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.observe.NewObserver;
import dev.waybill.protocol.observe.Observer;
import dev.waybill.protocol.observe.ObserverChange;
import dev.waybill.protocol.observe.Permissions;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Observers;

/// Answers for observer tokens.
public final class ObserverEndpoints {
    private static final String ALL = "/v1/observer-tokens";
    private static final String ONE = "/v1/observer-tokens/{id}";

    private final Observers observers;

    public ObserverEndpoints(Observers observers) {
        this.observers = observers;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Observer tokens",
                Route.post(ALL, Access.of(OWNER))
                        .summary(
                                "Makes a token that may look and do nothing else; it is in the answer and nowhere else.")
                        .takes(NewObserver.class)
                        .answers(201, Observer.class)
                        .fails(ErrorCode.OBSERVER_TOKEN_NAME_CONFLICT)
                        .to(this::create),
                Route.get(ALL, Access.of(OWNER))
                        .summary("Lists the observers of the workspace, also revoked ones.")
                        .answers(Observer[].class)
                        .to(call -> Answer.data(observers.all(call.caller().workspace()))),
                Route.get(ONE, Access.of(OWNER))
                        .summary("Shows an observer.")
                        .answers(Observer.class)
                        .fails(ErrorCode.OBSERVER_TOKEN_NOT_FOUND)
                        .to(this::show),
                Route.patch(ONE, Access.of(OWNER))
                        .summary(
                                "Changes what an observer may see; streams it has open follow at once.")
                        .takes(ObserverChange.class)
                        .answers(Observer.class)
                        .fails(
                                ErrorCode.OBSERVER_TOKEN_NOT_FOUND,
                                ErrorCode.OBSERVER_TOKEN_NAME_CONFLICT)
                        .to(this::update),
                Route.get("/v1/observer", Access.of(OWNER, OBSERVER))
                        .summary(
                                "Shows what the token of the request is good for: everything, or what an observer's scopes and filters leave.")
                        .answers(Permissions.class)
                        .to(call -> Answer.data(Observers.permissions(call.caller()))),
                Route.post(ONE + "/rotate", Access.of(OWNER))
                        .summary("Gives an observer a new token in place of the old one.")
                        .answers(Observer.class)
                        .fails(ErrorCode.OBSERVER_TOKEN_NOT_FOUND)
                        .to(this::rotate),
                Route.delete(ONE, Access.of(OWNER))
                        .summary("Revokes an observer's token; streams it has open are closed.")
                        .answersNothing()
                        .fails(ErrorCode.OBSERVER_TOKEN_NOT_FOUND)
                        .to(this::revoke));
    }

    Answer create(Call call) {
        return Answer.data(
                observers.create(call.caller().workspace(), call.body(NewObserver.class)));
    }

    Answer show(Call call) {
        return Answer.data(observers.find(call.caller().workspace(), id(call)));
    }

    Answer update(Call call) {
        return Answer.data(
                observers.update(
                        call.caller().workspace(), id(call), call.body(ObserverChange.class)));
    }

    Answer rotate(Call call) {
        return Answer.data(observers.rotate(call.caller().workspace(), id(call)));
    }

    Answer revoke(Call call) {
        observers.revoke(call.caller().workspace(), id(call));
        return Answer.empty();
    }

    private static ObserverId id(Call call) {
        String id = call.path("id");
        if (id.isBlank()) {
            throw new Problem(ErrorCode.OBSERVER_TOKEN_NOT_FOUND, "The observer token has no id");
        }
        return new ObserverId(id);
    }
}
