package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Outflow;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The streams of the stateless line that tell what changes, `subscriptions/listen`.
final class Listening {
    private static final int MAX_RESOURCES = 256;

    private final Offer offer;
    private final McpLimits limits;
    private final Map<Identity, Set<EventLog>> open = new ConcurrentHashMap<>();

    Listening(Offer offer, McpLimits limits) {
        this.offer = offer;
        this.limits = limits;
    }

    Answer open(Visit visit, Incoming.Request request, UnaryOperator<ObjectNode> complete) {
        if (!(request.params().get("notifications") instanceof ObjectNode wanted)) {
            throw RpcFault.invalid("notifications is not an object");
        }
        ObjectNode granted = granted(visit, wanted);
        return Following.live(outflow -> run(outflow, visit, request.id(), granted, complete));
    }

    int count() {
        return open.values().stream().mapToInt(Set::size).sum();
    }

    void endAll() {
        open.values().forEach(logs -> logs.forEach(EventLog::end));
    }

    private void run(
            Outflow outflow,
            Visit visit,
            JsonNode id,
            ObjectNode granted,
            UnaryOperator<ObjectNode> complete)
            throws InterruptedException {
        EventLog log = new EventLog("");
        Identity identity = visit.identity();
        if (!add(identity, log)) {
            RpcFault full =
                    new RpcFault(RpcCode.BUSY, limits.perCaller() + " streams are open already");
            outflow.send(Sse.event(Rpc.error(id, full).toString()));
            return;
        }
        log.insist(acknowledged(id, granted));
        Notices notices = new Notices(log, wishes(granted), id);
        try (Watch _ = Watch.open(offer, visit.caller(), notices)) {
            new Following(log, Following.Style.PLAIN, visit.guard()).send(outflow, 0);
            ObjectNode result = complete.apply(marked(Json.emptyObject(), id));
            outflow.send(Sse.event(Rpc.result(id, result).toString()));
        } finally {
            remove(identity, log);
        }
    }

    private boolean add(Identity identity, EventLog log) {
        return open.compute(
                        identity,
                        (_, present) -> {
                            Set<EventLog> logs =
                                    present == null ? ConcurrentHashMap.newKeySet() : present;
                            if (logs.size() < limits.perCaller()) {
                                logs.add(log);
                            }
                            return logs;
                        })
                .contains(log);
    }

    private void remove(Identity identity, EventLog log) {
        open.computeIfPresent(
                identity,
                (_, logs) -> {
                    logs.remove(log);
                    return logs.isEmpty() ? null : logs;
                });
    }

    /// What of the wishes can be fulfilled.
    private ObjectNode granted(Visit visit, ObjectNode wanted) {
        ObjectNode granted = Json.emptyObject();
        for (String list : Set.of("toolsListChanged", "resourcesListChanged")) {
            if (wanted.path(list).asBoolean(false)) {
                granted.put(list, true);
            }
        }
        if (offer.promptsChange() && wanted.path("promptsListChanged").asBoolean(false)) {
            granted.put("promptsListChanged", true);
        }
        if (wanted.get("resourceSubscriptions") instanceof ArrayNode uris) {
            ArrayNode followed = granted.putArray("resourceSubscriptions");
            uris.valueStream()
                    .filter(JsonNode::isString)
                    .filter(uri -> offer.canWatch(visit.caller(), uri.stringValue()))
                    .limit(MAX_RESOURCES)
                    .forEach(followed::add);
        }
        return granted;
    }

    private static Notices.Wishes wishes(ObjectNode granted) {
        Set<String> uris = new HashSet<>();
        granted.path("resourceSubscriptions").forEach(uri -> uris.add(uri.stringValue()));
        return new Notices.Wishes(
                granted.has("toolsListChanged"),
                granted.has("promptsListChanged"),
                granted.has("resourcesListChanged"),
                uris::contains);
    }

    private static String acknowledged(JsonNode id, ObjectNode granted) {
        ObjectNode params = marked(Json.emptyObject(), id);
        params.set("notifications", granted);
        return Rpc.notice("notifications/subscriptions/acknowledged", params).toString();
    }

    private static ObjectNode marked(ObjectNode params, JsonNode id) {
        params.putObject("_meta").set(Notices.SUBSCRIPTION, id);
        return params;
    }
}
