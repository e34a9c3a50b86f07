package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.delivery.FlushRequest;
import dev.waybill.protocol.delivery.Flushed;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Flushing;

/// Lets deliveries go that are held back.
public final class FlushEndpoints {
    private final Flushing flushing;

    public FlushEndpoints(Flushing flushing) {
        this.flushing = flushing;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Deliveries",
                Route.post("/v1/deliveries/flush", Access.of(OWNER, AGENT))
                        .summary(
                                "Lets what is held back go now: everything of an agent, or one delivery. An agent may flush its own only.")
                        .mayTake(FlushRequest.class)
                        .answers(Flushed.class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::flush));
    }

    private Answer flush(Call call) {
        FlushRequest wanted =
                call.optionalBody(FlushRequest.class).orElseGet(() -> new FlushRequest(null, null));
        return Answer.data(flushing.flush(call.caller(), wanted));
    }
}
