package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.trigger.NewTrigger;
import dev.waybill.protocol.trigger.Trigger;
import dev.waybill.protocol.trigger.TriggerChange;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.trigger.Triggers;

/// Answers for triggers.
public final class TriggerEndpoints {
    private final Triggers triggers;

    public TriggerEndpoints(Triggers triggers) {
        this.triggers = triggers;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Triggers",
                Route.post("/v1/triggers", Access.of(OWNER))
                        .summary("Has an action invoked for each message that matches.")
                        .takes(NewTrigger.class)
                        .answers(201, Trigger.class)
                        .to(this::create),
                Route.get("/v1/triggers", Access.of(OWNER))
                        .summary("Lists the triggers of the workspace.")
                        .answers(Trigger[].class)
                        .to(call -> Answer.data(triggers.all(call.caller().workspace()))),
                Route.get("/v1/triggers/{id}", Access.of(OWNER))
                        .summary("Shows a trigger.")
                        .answers(Trigger.class)
                        .fails(ErrorCode.TRIGGER_NOT_FOUND)
                        .to(this::show),
                Route.patch("/v1/triggers/{id}", Access.of(OWNER))
                        .summary("Changes a trigger: what is left out stays, what is null goes.")
                        .takes(TriggerChange.class)
                        .answers(Trigger.class)
                        .fails(ErrorCode.TRIGGER_NOT_FOUND)
                        .to(this::change),
                Route.delete("/v1/triggers/{id}", Access.of(OWNER))
                        .summary("Removes a trigger.")
                        .answersNothing()
                        .fails(ErrorCode.TRIGGER_NOT_FOUND)
                        .to(this::delete));
    }

    Answer create(Call call) {
        return Answer.data(triggers.create(call.caller().workspace(), call.body(NewTrigger.class)));
    }

    Answer show(Call call) {
        return Answer.data(triggers.find(call.caller().workspace(), call.path("id")));
    }

    Answer change(Call call) {
        TriggerChange wanted = call.body(TriggerChange.class);
        try {
            return Answer.data(triggers.change(call.caller().workspace(), call.path("id"), wanted));
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    Answer delete(Call call) {
        triggers.delete(call.caller().workspace(), call.path("id"));
        return Answer.empty();
    }
}
