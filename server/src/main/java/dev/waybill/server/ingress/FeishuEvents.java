package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.source.NewEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns what Feishu tells a bot into events.
final class FeishuEvents {
    static final List<String> USUAL_TYPES = List.of("im.message.receive_v1");

    private final List<String> types;
    private final @Nullable List<String> chats;
    private final boolean keepsAll;
    private final FeishuContent content;

    FeishuEvents(JsonNode config, Json json) {
        this.types = Objects.requireNonNullElse(Peek.texts(config, "/eventTypes"), USUAL_TYPES);
        this.chats = Peek.texts(config, "/chatIds");
        this.keepsAll = config.path("keepRaw").asBoolean(true);
        this.content = new FeishuContent(json);
    }

    /// Empty for what is not wanted, and for what is no event.
    Optional<NewEvent> event(JsonNode told) {
        String type = Peek.text(told, "/header/event_type", "/event/type");
        JsonNode message = told.at("/event/message");
        String id = Peek.text(told, "/header/event_id", "/uuid", "/event/message/message_id");
        if (type == null || id == null || !wants(type) || !wantsChat(message)) {
            return Optional.empty();
        }
        String kind = Peek.text(message, "/message_type");
        return Optional.of(
                new NewEvent(
                        "feishu_event:" + id,
                        kind == null ? type : type + "." + kind,
                        time(Peek.text(told, "/event/message/create_time", "/header/create_time")),
                        metadata(told, type),
                        told.path("event").isObject() ? told.path("event") : Json.emptyObject(),
                        keepsAll ? told : null,
                        handle(message)));
    }

    private boolean wants(String type) {
        return types.contains(type) || types.contains("*");
    }

    private boolean wantsChat(JsonNode message) {
        return chats == null
                || chats.isEmpty()
                || chats.contains(Peek.textOr(message, "/chat_id", ""));
    }

    private ObjectNode metadata(JsonNode told, String type) {
        JsonNode message = told.at("/event/message");
        ObjectNode facts =
                Json.emptyObject()
                        .put("provider", "feishu")
                        .put("eventType", type)
                        .put("chatId", Peek.text(message, "/chat_id"))
                        .put("chatType", Peek.text(message, "/chat_type"))
                        .put("messageId", Peek.text(message, "/message_id"))
                        .put("messageType", Peek.text(message, "/message_type"))
                        .put("senderOpenId", Peek.text(told, "/event/sender/sender_id/open_id"))
                        .put("senderType", Peek.text(told, "/event/sender/sender_type"));
        mentions(message, facts.putArray("mentions"), facts.putArray("mentionOpenIds"));
        return facts.put("content", content.flat(message))
                .put("threadId", Peek.text(message, "/thread_id"))
                .put("parentId", Peek.text(message, "/parent_id"));
    }

    private static void mentions(JsonNode message, ArrayNode names, ArrayNode ids) {
        for (JsonNode mention : message.path("mentions").values()) {
            String name = Peek.text(mention, "/name");
            String id = Peek.text(mention, "/id/open_id");
            if (name != null) {
                names.add(name);
            }
            if (id != null) {
                ids.add(id);
            }
        }
    }

    private static @Nullable DeliveryHandle handle(JsonNode message) {
        String id = Peek.text(message, "/message_id");
        return id == null || id.isBlank()
                ? null
                : new DeliveryHandle(
                        "feishu",
                        "message_reply",
                        id,
                        Peek.text(message, "/thread_id", "/root_id", "/parent_id"),
                        "reply");
    }

    /// In milliseconds since 1970, as a text.
    private static @Nullable Instant time(@Nullable String millis) {
        try {
            return millis == null ? null : Peek.time(Instant.ofEpochMilli(Long.parseLong(millis)));
        } catch (NumberFormatException _) {
            return null;
        }
    }
}
