package dev.waybill.server.mcp.tool;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a model gets to see of what happened elsewhere: ids and times, and what others wrote only in its marks.
final class EventViews {
    private static final int MOST_OF_ITEM = 40_000;
    private static final List<String> FACTS =
            List.of("title", "subject", "author", "from", "sender", "url");
    private static final List<String> BODIES =
            List.of("/body", "/content", "/text", "/message", "/commitMessage");

    private EventViews() {}

    static ObjectNode entry(JsonNode entry) {
        ObjectNode shown =
                OutboundViews.only(
                        entry,
                        "entryId",
                        "kind",
                        "itemId",
                        "itemIds",
                        "sourceId",
                        "count",
                        "occurredAt",
                        "firstItemAt",
                        "lastItemAt",
                        "ackedAt",
                        "supersededAt",
                        "operations");
        tokens(entry, shown);
        JsonNode item = entry.path("item");
        String words = entry.path("summary").asString("") + "\n" + words(item);
        return shown.put("text", Strangers.event(words.strip(), Strangers.MOST));
    }

    /// One in full.
    static ObjectNode item(JsonNode item) {
        ObjectNode shown = OutboundViews.only(item, "itemId", "sourceId", "occurredAt", "ackedAt");
        tokens(item, shown);
        String all = words(item) + "\n" + item.path("rawPayload");
        return shown.put("text", Strangers.event(all.strip(), MOST_OF_ITEM));
    }

    /// The kind and the place, unless there are sentences in them.
    private static void tokens(JsonNode from, ObjectNode to) {
        JsonNode variant = from.path("eventVariant");
        if (variant.isString() && OutboundViews.isPlain(variant)) {
            to.set("event_variant", variant);
        }
        JsonNode handle = from.path("deliveryHandle");
        if (handle.isObject() && OutboundViews.isPlain(handle)) {
            to.set("handle", handle);
        }
    }

    private static String words(JsonNode item) {
        JsonNode metadata = item.path("metadata");
        Stream<String> facts =
                FACTS.stream()
                        .filter(fact -> !metadata.path(fact).asString("").isBlank())
                        .map(fact -> fact + ": " + metadata.path(fact).asString(""));
        Stream<String> body =
                Stream.of(metadata, item.path("rawPayload"))
                        .flatMap(tree -> BODIES.stream().map(tree::at))
                        .filter(JsonNode::isString)
                        .map(JsonNode::asString)
                        .filter(text -> !text.isBlank())
                        .limit(1);
        return Stream.concat(facts, body).collect(Collectors.joining("\n"));
    }
}
