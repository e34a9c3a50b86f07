package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OBSERVER;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceCreated;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;

/// Every route of the API: who may call it, what it takes, what it answers, how it may fail.
public final class ApiRoutes {
    private final WorkspaceEndpoints workspaces;
    private final AgentEndpoints agents;
    private final MessageEndpoints messages;

    public ApiRoutes(
            WorkspaceEndpoints workspaces, AgentEndpoints agents, MessageEndpoints messages) {
        this.workspaces = workspaces;
        this.agents = agents;
        this.messages = messages;
    }

    public RouteTable table() {
        return RouteTable.of(workspaces(), agents(), messages());
    }

    private RouteTable.Section workspaces() {
        return RouteTable.section(
                "Workspaces",
                Route.post("/v1/workspaces", Access.anyone())
                        .summary(
                                "Creates a workspace; its key is in the answer and nowhere else. Beyond loopback the server's admin token is needed.")
                        .takes(NewWorkspace.class)
                        .answers(201, WorkspaceCreated.class)
                        .fails(ErrorCode.UNAUTHORIZED)
                        .to(workspaces::create),
                Route.get("/v1/workspace", Access.of(OWNER, OBSERVER))
                        .summary("Shows the workspace of the token.")
                        .answers(Workspace.class)
                        .to(workspaces::show));
    }

    private RouteTable.Section agents() {
        return RouteTable.section(
                "Agents",
                Route.post("/v1/agents", Access.of(OWNER))
                        .summary(
                                "Registers an agent, which joins #general; its token is in the answer and nowhere else.")
                        .takes(NewAgent.class)
                        .answers(201, AgentCreated.class)
                        .fails(ErrorCode.AGENT_ALREADY_EXISTS)
                        .to(agents::register),
                Route.get("/v1/agents", Access.of(OWNER, OBSERVER))
                        .summary("Lists the agents of the workspace.")
                        .answers(Agent[].class)
                        .to(agents::list),
                Route.get("/v1/agent", Access.of(AGENT))
                        .summary("Shows the agent of the token.")
                        .answers(Agent.class)
                        .to(agents::self));
    }

    private RouteTable.Section messages() {
        return RouteTable.section(
                "Messages",
                Route.post("/v1/channels/{name}/messages", Access.of(AGENT))
                        .summary(
                                "Sends a message to everyone in the channel; answered when it is durable.")
                        .takes(NewMessage.class)
                        .answers(201, Message.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(messages::post),
                Route.get("/v1/channels/{name}/messages", Access.of(OWNER, AGENT, OBSERVER))
                        .summary(
                                "Lists the messages of the channel, newest first; a page holds 4 MiB at most.")
                        .query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                        .query("before", "Only messages older than this id.")
                        .query("after", "Only messages newer than this id.")
                        .answers(Message[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.CHANNEL_NOT_FOUND)
                        .to(messages::list));
    }
}
