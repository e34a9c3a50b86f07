package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.node.Binding;
import dev.waybill.protocol.node.NewBinding;
import dev.waybill.protocol.node.NewNode;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.node.NodeCreated;
import dev.waybill.protocol.node.NodeToken;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.fleet.DirectNode;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Sight;

/// Answers for nodes and which agents they host.
public final class NodeEndpoints {
    private final Nodes nodes;
    private final Hosting hosting;

    public NodeEndpoints(Nodes nodes, Hosting hosting) {
        this.nodes = nodes;
        this.hosting = hosting;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Nodes",
                Route.post("/v1/agent/node-token", Access.of(AGENT))
                        .summary("Gives a token to connect the agent's own session with.")
                        .answers(NodeToken.class)
                        .fails(ErrorCode.AGENT_BOUND_TO_NODE)
                        .to(this::token),
                Route.post("/v1/nodes", Access.of(OWNER))
                        .summary(
                                "Makes a node, or gives the one of that name a new token, which is in the answer and nowhere else.")
                        .takes(NewNode.class)
                        .answers(201, NodeCreated.class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.INVALID_NODE_DELIVERY,
                                ErrorCode.UNSAFE_NODE_DELIVERY_URL,
                                ErrorCode.DIRECT_NODE_CAPACITY_EXCEEDED,
                                ErrorCode.NODE_NAME_CONFLICT)
                        .to(this::enrol),
                Route.get("/v1/nodes", Access.of(OWNER, AGENT).orObserver(ObserverScope.NODES_READ))
                        .summary("Lists the nodes of the workspace.")
                        .query("capability", "Only nodes that offer this.")
                        .query("name", "Only the node of this name.")
                        .answers(Node[].class)
                        .to(this::list),
                Route.get(
                                "/v1/nodes/{name}",
                                Access.of(OWNER, AGENT).orObserver(ObserverScope.NODES_READ))
                        .summary("Shows a node.")
                        .answers(Node.class)
                        .fails(ErrorCode.NODE_NOT_FOUND)
                        .to(this::show),
                Route.get(
                                "/v1/nodes/{name}/agents",
                                Access.of(OWNER, AGENT).orObserver(ObserverScope.NODES_READ))
                        .summary("Lists the agents a node hosts.")
                        .answers(Binding[].class)
                        .fails(ErrorCode.NODE_NOT_FOUND)
                        .to(this::agents),
                Route.post("/v1/nodes/{name}/agents", Access.of(OWNER))
                        .summary("Has a node host an agent; no other node does from then on.")
                        .takes(NewBinding.class)
                        .answers(201, Binding.class)
                        .fails(
                                ErrorCode.NODE_NOT_FOUND,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.NODE_CAPACITY_EXCEEDED)
                        .to(this::bind),
                Route.delete("/v1/nodes/{name}/agents/{agent}", Access.of(OWNER))
                        .summary("Gives an agent back to its own node.")
                        .answersNothing()
                        .fails(ErrorCode.NODE_NOT_FOUND, ErrorCode.NODE_AGENT_BINDING_NOT_FOUND)
                        .to(this::unbind),
                Route.delete("/v1/nodes/{name}/providers/{provider}", Access.of(OWNER))
                        .summary("Forgets a provider of a node.")
                        .answersNothing()
                        .fails(ErrorCode.NODE_NOT_FOUND, ErrorCode.NOT_FOUND)
                        .to(this::forgetProvider));
    }

    private Answer token(Call call) {
        return Answer.data(nodes.directToken(Callers.agent(call)));
    }

    private Answer enrol(Call call) {
        return Answer.data(nodes.enrol(call.caller().workspace(), call.body(NewNode.class)));
    }

    private Answer list(Call call) {
        return Answer.data(
                nodes.all(
                        call.caller().workspace(),
                        call.query("capability").orElse(null),
                        call.query("name").orElse(null)));
    }

    private Answer show(Call call) {
        Node node = nodes.show(call.caller().workspace(), call.path("name"));
        Sight sight = Sight.of(call.caller());
        if (DirectNode.of(node.id()).filter(own -> !sight.agent(own.agent())).isPresent()) {
            throw new Problem(
                    ErrorCode.NODE_NOT_FOUND, "Node \"" + call.path("name") + "\" not found");
        }
        return Answer.data(node);
    }

    private Answer agents(Call call) {
        Sight sight = Sight.of(call.caller());
        return Answer.data(
                hosting.bindings(call.caller().workspace(), call.path("name")).stream()
                        .filter(binding -> sight.agent(binding.agentId()))
                        .toList());
    }

    private Answer bind(Call call) {
        return Answer.data(
                hosting.bind(
                        call.caller().workspace(), call.path("name"), call.body(NewBinding.class)));
    }

    private Answer unbind(Call call) {
        hosting.unbind(call.caller().workspace(), call.path("name"), call.path("agent"));
        return Answer.empty();
    }

    private Answer forgetProvider(Call call) {
        nodes.forgetProvider(call.caller().workspace(), call.path("name"), call.path("provider"));
        return Answer.empty();
    }
}
