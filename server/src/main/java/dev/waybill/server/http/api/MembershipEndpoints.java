package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;

import dev.waybill.protocol.workspace.Invitation;
import dev.waybill.protocol.workspace.Invited;
import dev.waybill.protocol.workspace.Joining;
import dev.waybill.protocol.workspace.Muting;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Memberships;

/// Answers for agents that come into channels, leave them, or do not want to hear them.
public final class MembershipEndpoints {
    private static final Access AGENTS = Access.of(AGENT);

    private final Memberships memberships;

    public MembershipEndpoints(Memberships memberships) {
        this.memberships = memberships;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Members",
                Route.post("/v1/channels/{name}/join", AGENTS)
                        .summary("Joins a channel.")
                        .answers(Joining.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND, ErrorCode.CHANNEL_ARCHIVED)
                        .to(this::join),
                Route.post("/v1/channels/{name}/leave", AGENTS)
                        .summary("Leaves a channel.")
                        .answersNothing()
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::leave),
                Route.post("/v1/channels/{name}/invite", AGENTS)
                        .summary("Takes another agent into a channel that the caller is in.")
                        .takes(Invitation.class)
                        .answers(Invited.class)
                        .fails(
                                ErrorCode.CHANNEL_NOT_FOUND,
                                ErrorCode.CHANNEL_ARCHIVED,
                                ErrorCode.NOT_A_MEMBER,
                                ErrorCode.AGENT_NOT_FOUND)
                        .to(this::invite),
                Route.post("/v1/channels/{name}/mute", AGENTS)
                        .summary("Stops the deliveries of what is said in a channel.")
                        .answers(Muting.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND, ErrorCode.NOT_A_MEMBER)
                        .to(call -> mute(call, true)),
                Route.post("/v1/channels/{name}/unmute", AGENTS)
                        .summary("Has what is said in a channel delivered again.")
                        .answers(Muting.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND, ErrorCode.NOT_A_MEMBER)
                        .to(call -> mute(call, false)));
    }

    Answer join(Call call) {
        return Answer.data(memberships.join(Callers.agent(call), call.path("name")));
    }

    Answer leave(Call call) {
        memberships.leave(Callers.agent(call), call.path("name"));
        return Answer.empty();
    }

    Answer invite(Call call) {
        return Answer.data(
                memberships.invite(
                        Callers.agent(call),
                        call.path("name"),
                        call.body(Invitation.class).agentName()));
    }

    private Answer mute(Call call, boolean muted) {
        return Answer.data(memberships.mute(Callers.agent(call), call.path("name"), muted));
    }
}
