package dev.waybill.server.delivery;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.time.Rfc3339;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Says a message in the words of the `deliver` frame (`relay-wire` §3.5); live and replayed alike.
final class Payloads {
    private final Json json;

    Payloads(Json json) {
        this.json = json;
    }

    /// `recipient` is named in a conversation of two only.
    Payload of(PostedMessage message, String recipient) {
        return new Payload(
                json,
                message,
                switch (message.room().kind()) {
                    case CHANNEL ->
                            message.thread() == null
                                    ? () -> json.text(posted(message))
                                    : () -> json.text(reply(message));
                    case DM -> () -> direct(message, recipient) + '}';
                    case GROUP -> () -> direct(message, null) + '}';
                    case RESULTS -> () -> json.text(result(message));
                    case NETWORK, EVENTS -> () -> network(message, recipient);
                });
    }

    /// Whether all recipients of the message get the same words.
    static boolean shared(PostedMessage message) {
        return switch (message.room().kind()) {
            case CHANNEL, GROUP, RESULTS -> true;
            case DM, NETWORK, EVENTS -> false;
        };
    }

    private static ObjectNode posted(PostedMessage message) {
        ObjectNode data = common(message);
        data.putNull("thread_id");
        data.put("created_at", time(message));
        ArrayNode mentions = data.putArray("mentions");
        message.mentions().forEach(mentions::add);
        data.set("attachments", attachments(message));
        data.put("injection_mode", message.mode().wire());
        return named(data, message);
    }

    private static ObjectNode reply(PostedMessage message) {
        ObjectNode data = common(message);
        data.put("thread_id", String.valueOf(message.thread()));
        data.put("created_at", time(message));
        return named(data, message);
    }

    private static ObjectNode common(PostedMessage message) {
        ObjectNode data = Json.emptyObject();
        data.put("id", message.id().text());
        data.put("channel_id", message.room().id().text());
        data.put("agent_id", message.sender().text());
        data.put("agent_name", message.senderName());
        data.put("text", message.text());
        data.set("blocks", orNull(message.blocks()));
        data.set("metadata", message.metadata());
        data.put("has_attachments", !attachments(message).isEmpty());
        return data;
    }

    private static ObjectNode named(ObjectNode data, PostedMessage message) {
        data.put("channel_name", message.room().name());
        data.put("from_name", message.senderName());
        return data;
    }

    /// Put together by hand, but for the last brace: nothing is sent as often, and it holds the text twice.
    private String direct(PostedMessage message, @Nullable String recipient) {
        String id = json.quoted(message.id().text());
        String sender = json.quoted(message.sender().text());
        String name = json.quoted(message.senderName());
        String said =
                ",\"text\":"
                        + json.quoted(message.text())
                        + ",\"injection_mode\":"
                        + json.quoted(message.mode().wire())
                        + ",\"attachments\":"
                        + (message.attachments() == null ? "[]" : json.text(message.attachments()));
        String between =
                recipient == null
                        ? ",\"agent_id\":" + sender
                        : ",\"from_agent_id\":" + sender + ",\"to\":" + json.quoted(recipient);
        return "{\"conversation_id\":"
                + json.quoted(message.room().conversation())
                + (",\"message\":{\"id\":" + id)
                + (",\"agent_id\":" + sender)
                + (",\"agent_name\":" + name)
                + (said + '}')
                + (",\"created_at\":" + json.quoted(time(message)))
                + (",\"id\":" + id)
                + between
                + said
                + (",\"from_name\":" + name);
    }

    /// What a result says of itself, and the words for those who read only these.
    private static JsonNode result(PostedMessage message) {
        ObjectNode data = (ObjectNode) message.metadata().deepCopy();
        data.put("id", message.id().text());
        data.put("text", message.text());
        data.put("from_name", message.senderName());
        data.put("created_at", time(message));
        return data;
    }

    /// As something said to the agent alone, which every client knows what to do with.
    private String network(PostedMessage message, String recipient) {
        return direct(message, recipient) + ",\"metadata\":" + json.text(message.metadata()) + '}';
    }

    private static JsonNode attachments(PostedMessage message) {
        JsonNode attachments = message.attachments();
        return attachments == null ? JsonNodeFactory.instance.arrayNode() : attachments;
    }

    private static JsonNode orNull(@Nullable JsonNode node) {
        return node == null ? JsonNodeFactory.instance.nullNode() : node;
    }

    private static String time(PostedMessage message) {
        return Rfc3339.format(message.at());
    }
}
