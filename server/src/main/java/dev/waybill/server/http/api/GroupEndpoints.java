package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;

import dev.waybill.protocol.conversation.GroupCreated;
import dev.waybill.protocol.conversation.NewGroup;
import dev.waybill.protocol.conversation.NewParticipant;
import dev.waybill.protocol.conversation.ParticipantAdded;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.Groups;
import dev.waybill.server.workspace.Caller;

/// Answers for conversations of several agents.
public final class GroupEndpoints {
    private final Groups groups;

    public GroupEndpoints(Groups groups) {
        this.groups = groups;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Groups",
                Route.post("/v1/dm/group", Access.of(AGENT))
                        .summary("Begins a conversation of several agents.")
                        .takes(NewGroup.class)
                        .answers(201, GroupCreated.class)
                        .fails(
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::create),
                Route.post("/v1/dm/{conversation_id}/participants", Access.of(AGENT))
                        .summary("Asks an agent into a group.")
                        .takes(NewParticipant.class)
                        .answers(ParticipantAdded.class)
                        .fails(
                                ErrorCode.DM_CONVERSATION_NOT_FOUND,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN)
                        .to(this::add),
                Route.delete("/v1/dm/{conversation_id}/participants/{agent}", Access.of(AGENT))
                        .summary("Takes the named agent out of a group.")
                        .answersNothing()
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.DM_CONVERSATION_NOT_FOUND,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN)
                        .to(this::remove));
    }

    Answer create(Call call) {
        Caller.Agent creator = Callers.agent(call);
        NewGroup wanted = call.body(NewGroup.class);
        return Keyed.answer(
                groups.create(creator, wanted, Keyed.key(call, creator, "create group")));
    }

    Answer add(Call call) {
        NewParticipant wanted = call.body(NewParticipant.class);
        return Answer.data(
                groups.add(Callers.agent(call), call.path("conversation_id"), wanted.agentName()));
    }

    Answer remove(Call call) {
        groups.remove(Callers.agent(call), call.path("conversation_id"), call.path("agent"));
        return Answer.empty();
    }
}
