package dev.waybill.server.node;

import dev.waybill.protocol.action.ActionInvoke;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.Signal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes the frames a server sends, with exactly the keys strict clients know (`relay-wire` §3.4).
final class Frames {
    private static final String PAYLOAD = ",\"payload\":";

    private final Json json;

    Frames(Json json) {
        this.json = json;
    }

    byte[] reply(String id, Object data) {
        String head =
                "{\"v\":1,\"id\":" + json.quoted(id) + ",\"type\":\"reply\",\"ok\":true,\"data\":";
        return joined(head, json.write(data));
    }

    byte[] error(String id, String code, String message) {
        ObjectNode frame = frame("error", id);
        frame.put("ok", false);
        frame.put("code", code);
        frame.put("message", message);
        return json.write(frame);
    }

    /// The payload is written once for all who get it; only what is before it differs.
    byte[] deliver(Addressee agent, long number, Item.Letter letter) {
        return joined(head(agent, number, letter) + PAYLOAD, letter.payload().bytes());
    }

    /// The same for those who asked to be told how to treat it; nobody else knows the key.
    byte[] deliverWithContext(Addressee agent, long number, Item.Letter letter) {
        String context = ",\"context\":" + json.text(letter.context());
        return joined(head(agent, number, letter) + context + PAYLOAD, letter.payload().bytes());
    }

    /// Takes the place of a delivery that is settled already; nobody shows it to anyone.
    byte[] settled(Addressee agent, long number) {
        String id = "evt_settled_" + agent.id() + "_" + number;
        return joined(
                head(id, agent, id, number, "wait") + PAYLOAD,
                "{\"type\":\"delivery.settled\",\"data\":{}}".getBytes(StandardCharsets.UTF_8));
    }

    byte[] signal(Addressee agent, Signal signal) {
        String id = "evt_" + signal.key() + "_" + agent.id();
        ObjectNode payload = Json.emptyObject();
        payload.put("type", signal.type());
        payload.set("data", signal.data());
        return joined(head(id, agent, id, 0, "wait") + PAYLOAD, json.write(payload));
    }

    byte[] update(AgentId agent, ContextUpdate update) {
        ObjectNode frame = Json.emptyObject();
        frame.put("v", 1);
        frame.put("type", "context.update");
        frame.put("topic", update.topic().wire());
        frame.put("event", update.event());
        frame.put("channel_id", update.channel() == null ? null : update.channel().text());
        frame.set("agent_ids", ids(List.of(agent)));
        frame.set("data", update.data());
        return json.write(frame);
    }

    byte[] invoke(ActionInvoke invoke) {
        ObjectNode frame = Json.emptyObject();
        frame.put("v", 1);
        frame.put("type", "action.invoke");
        frame.put("invocation_id", invoke.invocationId().value());
        frame.put("action", invoke.action());
        if (invoke.agentId() != null) {
            frame.put("agent_id", invoke.agentId().text());
            frame.put("agent_name", invoke.agentName());
        }
        frame.set("input", invoke.input());
        return json.write(frame);
    }

    private static ObjectNode frame(String type, String id) {
        ObjectNode frame = Json.emptyObject();
        frame.put("v", 1);
        frame.put("id", id);
        frame.put("type", type);
        return frame;
    }

    private String head(Addressee agent, long number, Item.Letter letter) {
        return head(
                letter.delivery().value(), agent, letter.frameId(), number, letter.mode().wire());
    }

    private String head(
            String delivery, Addressee agent, String message, long number, String mode) {
        return "{\"v\":1,\"type\":\"deliver\",\"delivery_id\":"
                + json.quoted(delivery)
                + ",\"agent_id\":\""
                + agent.id()
                + "\",\"agent\":"
                + json.quoted(agent.name())
                + ",\"msg_id\":"
                + json.quoted(message)
                + ",\"seq\":"
                + number
                + ",\"mode\":\""
                + mode
                + '"';
    }

    private static byte[] joined(String start, byte[] payload) {
        byte[] head = start.getBytes(StandardCharsets.UTF_8);
        byte[] frame = Arrays.copyOf(head, head.length + payload.length + 1);
        System.arraycopy(payload, 0, frame, head.length, payload.length);
        frame[frame.length - 1] = '}';
        return frame;
    }

    private static ArrayNode ids(List<AgentId> agents) {
        ArrayNode ids = JsonNodeFactory.instance.arrayNode();
        agents.forEach(agent -> ids.add(agent.text()));
        return ids;
    }
}
