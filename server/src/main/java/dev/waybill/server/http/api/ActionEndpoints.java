package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.server.action.Actions;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;

/// Answers for actions.
public final class ActionEndpoints {
    private final Actions actions;

    public ActionEndpoints(Actions actions) {
        this.actions = actions;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Actions",
                Route.post("/v1/actions", Access.of(OWNER, AGENT))
                        .summary(
                                "Registers an action, or refreshes the one of that name with status 200.")
                        .takes(NewAction.class)
                        .answers(201, Action.class)
                        .fails(
                                ErrorCode.INVALID_ACTION_HANDLER,
                                ErrorCode.INVALID_ACTION_SCHEMA,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.NODE_NOT_FOUND,
                                ErrorCode.CAPABILITY_MISMATCH)
                        .to(this::register),
                Route.get("/v1/actions", Access.of(OWNER, AGENT))
                        .summary(
                                "Lists the actions the caller may invoke; the workspace key sees those open to everyone.")
                        .answers(Action[].class)
                        .to(this::list),
                Route.get("/v1/actions/{name}", Access.of(OWNER, AGENT))
                        .summary("Shows an action the caller may invoke.")
                        .answers(Action.class)
                        .fails(ErrorCode.ACTION_NOT_FOUND)
                        .to(this::show),
                Route.delete("/v1/actions/{name}", Access.of(OWNER, AGENT))
                        .summary("Removes an action; its open invocations fail.")
                        .answersNothing()
                        .fails(ErrorCode.ACTION_NOT_FOUND, ErrorCode.FORBIDDEN)
                        .to(this::delete));
    }

    Answer register(Call call) {
        Actions.Registered registered = actions.register(call.caller(), call.body(NewAction.class));
        Answer.Data data = Answer.data(registered.action());
        return registered.isNew() ? data : data.withStatus(200);
    }

    Answer list(Call call) {
        return Answer.data(actions.list(call.caller()));
    }

    Answer show(Call call) {
        return Answer.data(actions.find(call.caller(), call.path("name")));
    }

    Answer delete(Call call) {
        actions.delete(call.caller(), call.path("name"));
        return Answer.empty();
    }
}
