package dev.waybill.server.fleet;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.node.NewNode;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.node.NodeKind;
import dev.waybill.protocol.node.NodeRole;
import dev.waybill.protocol.node.PushDelivery;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// What becomes of a node that is asked for: what is left out stays as it was, or is as the protocol says.
record Enrolment(
        NewNode wanted,
        @Nullable PushDelivery asked,
        Optional<Node> before,
        Optional<PushDelivery> kept) {
    static final String SOCKET_ADAPTER = "ws.node.v1";

    NodeTable.Draft draft(NodeId id, Instant now) {
        NodeKind kind = kind();
        NodeRole role = role(kind);
        PushDelivery delivery = delivery(kind);
        return new NodeTable.Draft(
                id,
                wanted.name(),
                kind,
                role,
                adapter(delivery),
                delivery == null ? null : delivery.toJson().toString(),
                wanted.capabilities() == null
                        ? before.map(Node::capabilities)
                                .orElseGet(JsonNodeFactory.instance::arrayNode)
                        : capabilities(wanted.capabilities()),
                Objects.requireNonNullElseGet(
                        wanted.tags(), () -> before.map(Node::tags).orElse(List.of())),
                wanted.version() == null
                        ? before.map(Node::version).orElse(null)
                        : wanted.version(),
                wanted.machineId(),
                maxAgents(role),
                before.map(Node::createdAt).orElse(now));
    }

    private NodeKind kind() {
        String word = wanted.kind();
        NodeKind kind = word == null ? before.map(Node::kind).orElse(NodeKind.WS) : kind(word);
        before.filter(node -> node.kind() != kind)
                .ifPresent(
                        node -> {
                            throw new Refusal(
                                    Reason.INVALID_NODE_DELIVERY,
                                    "Node \""
                                            + node.name()
                                            + "\" is of kind "
                                            + node.kind().wire()
                                            + " and stays so; make another of kind "
                                            + kind.wire());
                        });
        return kind;
    }

    private static NodeKind kind(String word) {
        return switch (word) {
            case "ws", "direct_ws", "fleet_ws" -> NodeKind.WS;
            case "http_push" -> NodeKind.HTTP_PUSH;
            case "poll" ->
                    throw new Refusal(
                            Reason.INVALID_NODE_DELIVERY,
                            "Nodes of kind poll are not served; an agent polls with its own token");
            default ->
                    throw new Refusal(
                            Reason.INVALID_REQUEST,
                            "kind '" + word + "' is not one of ws, http_push, poll");
        };
    }

    private @Nullable PushDelivery delivery(NodeKind kind) {
        if (kind != NodeKind.HTTP_PUSH) {
            if (asked != null) {
                throw new Refusal(
                        Reason.INVALID_NODE_DELIVERY,
                        "delivery is for nodes of kind http_push, not " + kind.wire());
            }
            return null;
        }
        return Optional.ofNullable(asked)
                .or(() -> kept)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.INVALID_NODE_DELIVERY,
                                        "A node of kind http_push needs delivery.url"));
    }

    /// The older names of the socket's adapter are taken, too.
    private String adapter(@Nullable PushDelivery delivery) {
        String said = wanted.deliveryAdapter();
        if (delivery == null) {
            return SOCKET_ADAPTER;
        }
        String adapter = delivery.auth().adapter();
        if (said != null && !said.equals(adapter)) {
            throw new Refusal(
                    Reason.INVALID_NODE_DELIVERY,
                    "delivery_adapter '" + said + "' is not the one of its auth, " + adapter);
        }
        return adapter;
    }

    private NodeRole role(NodeKind kind) {
        if (wanted.role() != null) {
            return wanted.role();
        }
        if (kind == NodeKind.HTTP_PUSH) {
            return wanted.maxAgents() == null
                    ? before.map(Node::role).orElse(NodeRole.DIRECT)
                    : wanted.maxAgents() == 1 ? NodeRole.DIRECT : NodeRole.BROKER;
        }
        return "direct_ws".equals(wanted.kind())
                ? NodeRole.DIRECT
                : before.map(Node::role).orElse(NodeRole.BROKER);
    }

    private int maxAgents(NodeRole role) {
        int most =
                Objects.requireNonNullElseGet(
                        wanted.maxAgents(),
                        () -> before.map(Node::maxAgents).orElse(role == NodeRole.DIRECT ? 1 : 0));
        if (role == NodeRole.DIRECT && most != 1) {
            throw new Refusal(
                    Reason.DIRECT_NODE_CAPACITY_EXCEEDED,
                    "A direct node hosts one agent, not " + most);
        }
        return most;
    }

    private static JsonNode capabilities(JsonNode list) {
        var all = JsonNodeFactory.instance.arrayNode();
        for (JsonNode one : list) {
            all.add(one.isString() ? Json.emptyObject().put("name", one.asString()) : one);
        }
        return all;
    }
}
