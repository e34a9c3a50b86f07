package dev.waybill.sdk;

import dev.waybill.protocol.action.CapabilityKind;
import dev.waybill.protocol.delivery.ReceiptStatus;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.time.Rfc3339;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The frames a node sends (`docs/node-channel.md`).
final class Frames {
    private Frames() {}

    static ObjectNode register(Door.Pass pass, int maxAgents, String... tags) {
        ObjectNode frame = frame("node.register");
        frame.put("name", pass.nodeName());
        frame.put("node_id", pass.nodeId());
        ArrayNode capabilities = frame.putArray("capabilities");
        for (String name : List.of(Registration.RECEIPTS, Registration.ACTS_ONCE)) {
            capabilities.addObject().put("name", name).put("kind", CapabilityKind.CAPACITY.wire());
        }
        frame.put("max_agents", maxAgents);
        ArrayNode all = frame.putArray("tags");
        for (String tag : tags) {
            all.add(tag);
        }
        frame.put("version", "waybill-sdk-java");
        return frame;
    }

    static ObjectNode heartbeat(int agents) {
        return frame("node.heartbeat")
                .put("load", 0)
                .put("active_agents", agents)
                .put("handlers_live", false);
    }

    static ObjectNode agent(String name) {
        return frame("agent.register").put("name", name).put("resumable", true);
    }

    static ObjectNode agentGone(AgentIdentity agent) {
        return frame("agent.deregister")
                .put("agent_id", agent.id().text())
                .put("name", agent.name());
    }

    static ObjectNode inventory(Collection<AgentIdentity> agents) {
        ObjectNode frame = frame("inventory.sync").put("id", "inventory");
        ArrayNode all = frame.putArray("agents");
        agents.forEach(
                agent ->
                        all.addObject()
                                .put("agent_id", agent.id().text())
                                .put("name", agent.name()));
        return frame;
    }

    static ObjectNode ack(String agent, long upTo) {
        return frame("delivery.ack").put("agent", agent).put("up_to_seq", upTo);
    }

    static ObjectNode receipt(MessageReceipt receipt) {
        ObjectNode frame = frame("delivery.receipt");
        frame.put("delivery_id", receipt.deliveryId().value());
        switch (receipt) {
            case MessageReceipt.Accepted accepted ->
                    status(frame, ReceiptStatus.ACCEPTED).put("retryable", accepted.retryable());
            case MessageReceipt.Delivered _ -> status(frame, ReceiptStatus.DELIVERED);
            case MessageReceipt.Deferred(var _, var availableAt, var reason, var _) ->
                    status(frame, ReceiptStatus.DEFERRED)
                            .put("available_at", Rfc3339.format(availableAt))
                            .put("reason", reason);
            case MessageReceipt.Failed(var _, var reason, var retryable, var _) ->
                    status(frame, ReceiptStatus.FAILED)
                            .put("reason", reason)
                            .put("retryable", retryable);
        }
        if (!receipt.metadata().isEmpty()) {
            frame.set("metadata", Wire.object(receipt.metadata()));
        }
        return frame;
    }

    private static ObjectNode status(ObjectNode frame, ReceiptStatus status) {
        return frame.put("status", status.wire());
    }

    private static ObjectNode frame(String type) {
        return Json.emptyObject().put("v", 1).put("type", type);
    }
}
