package dev.waybill.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.node.PushDelivery;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes what is posted (`relay-wire` §5.5).
final class Requests {
    private final Json json;

    Requests(Json json) {
        this.json = json;
    }

    HttpCall delivery(PushDelivery to, Addressee agent, Item.Letter letter, Instant now)
            throws RefusedTarget {
        JsonNode payload = json.tree(letter.payload().bytes());
        String id = letter.delivery().value();
        ObjectNode body = body(letter.payload().type(), agent);
        body.put("delivery_id", id);
        body.put("message_id", letter.message().text());
        body.put("seq", letter.seq());
        body.put("mode", letter.mode().wire());
        body.put("timestamp", Rfc3339.format(now));
        body.set("context", json.toTree(letter.context()));
        body.set("data", payload.path("data"));
        HttpCall post = post(to, id, body, now);
        Map<String, String> headers = new HashMap<>(post.headers());
        headers.put("X-Relaycast-Delivery", id);
        return new HttpCall(post.method(), post.target(), headers, post.body());
    }

    /// What is outside the sequence is no delivery; it has an id of its own.
    HttpCall signal(PushDelivery to, Addressee agent, Signal signal, Instant now)
            throws RefusedTarget {
        ObjectNode body = body(signal.type(), agent);
        body.put("timestamp", Rfc3339.format(now));
        body.set("data", signal.data());
        String id = "evt_" + URLEncoder.encode(signal.key(), UTF_8) + "_" + agent.id();
        return post(to, id, body, now);
    }

    private HttpCall post(PushDelivery to, String id, ObjectNode body, Instant now)
            throws RefusedTarget {
        String text = json.text(body);
        Map<String, String> headers = new HashMap<>(Signature.headers(to.auth(), id, text, now));
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "waybill");
        headers.put("X-Relaycast-Event", body.path("type").asString());
        headers.put("webhook-id", id);
        return HttpCall.post(TargetGuard.parse(to.url()), headers, text);
    }

    private static ObjectNode body(String type, Addressee agent) {
        ObjectNode body = Json.emptyObject();
        body.put("type", type);
        body.put("workspace_id", agent.workspace().text());
        body.put("agent_id", agent.id().text());
        body.put("agent_name", agent.name());
        return body;
    }
}
