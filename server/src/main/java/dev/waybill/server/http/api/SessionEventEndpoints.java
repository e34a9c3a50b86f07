package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.NewSessionEvent;
import dev.waybill.protocol.workspace.SessionEvent;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.SessionEvents;
import dev.waybill.server.workspace.Sight;

/// Answers for what sessions report of themselves.
public final class SessionEventEndpoints {
    private final SessionEvents events;

    public SessionEventEndpoints(SessionEvents events) {
        this.events = events;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Session events",
                Route.post("/v1/agents/{name}/events", Access.of(OWNER, AGENT))
                        .summary("Reports something of an agent's session.")
                        .takes(NewSessionEvent.class)
                        .answers(201, SessionEvent.class)
                        .fails(
                                ErrorCode.INVALID_EVENT_TYPE,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.AGENT_NOT_FOUND)
                        .to(this::report),
                Route.get(
                                "/v1/agents/{name}/events",
                                Access.of(OWNER).orObserver(ObserverScope.ACTIVITY_READ))
                        .summary("Lists the events of an agent's session, newest first.")
                        .query("type", "Only events of this type.")
                        .query("limit", "How many, 1 to 500; 100 if left out or not a number.")
                        .answers(SessionEvent[].class)
                        .fails(ErrorCode.INVALID_EVENT_TYPE, ErrorCode.AGENT_NOT_FOUND)
                        .to(this::list));
    }

    Answer report(Call call) {
        return Answer.data(
                events.report(call.caller(), call.path("name"), call.body(NewSessionEvent.class)));
    }

    Answer list(Call call) {
        return Answer.data(
                events.list(
                        Sight.of(call.caller()),
                        call.path("name"),
                        call.query("type").orElse(null),
                        Queries.limit(call, SessionEvents.DEFAULT_LIMIT, SessionEvents.MAX_LIMIT)));
    }
}
