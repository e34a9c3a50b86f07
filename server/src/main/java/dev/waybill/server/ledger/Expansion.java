package dev.waybill.server.ledger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.LedgerTable.Accepted;
import dev.waybill.server.ledger.LedgerTable.Settled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns one row into the events it stands for: mostly one; for a message also one for each mailbox it was put into; for
/// an acknowledgement one for each delivery it covers.
final class Expansion {
    private static final String ACCEPTED = "delivery.accepted";
    private static final String DELIVERED = "delivery.delivered";

    private final Json json;

    Expansion(Json json) {
        this.json = json;
    }

    /// The agent and the numbers an acknowledgement covers.
    record Covered(AgentId agent, long from, long upTo) {}

    /// What the row acknowledges together, if it does.
    @Nullable Covered covered(LedgerRow row) {
        if (!row.type().equals(DELIVERED) || row.payload() == null) {
            return null;
        }
        JsonNode payload = json.tree(row.payload());
        return payload.has("up_to_seq")
                ? new Covered(
                        AgentId.parse(payload.path("agent_id").asString()),
                        payload.path("from_seq").asLong(),
                        payload.path("up_to_seq").asLong())
                : null;
    }

    Stream<LedgerEvent> message(LedgerRow row, LedgerRow.Said said, List<Accepted> deliveries) {
        LedgerEvent event = event(row, messageFields(row, said));
        return Stream.concat(
                Stream.of(event), deliveries.stream().map(delivery -> accepted(row, delivery)));
    }

    Stream<LedgerEvent> acknowledgement(LedgerRow row, AgentId agent, List<Settled> deliveries) {
        return deliveries.stream()
                .map(
                        delivery ->
                                new LedgerEvent(
                                        row.seq(),
                                        DELIVERED,
                                        delivery.room(),
                                        agent,
                                        delivered(agent, delivery),
                                        row.at()));
    }

    LedgerEvent other(LedgerRow row) {
        return event(
                row,
                row.payload() != null && json.tree(row.payload()) instanceof ObjectNode fields
                        ? fields
                        : Json.emptyObject());
    }

    private ObjectNode messageFields(LedgerRow row, LedgerRow.Said said) {
        ObjectNode fields = Json.emptyObject();
        LedgerEvent.Room room = row.room();
        String place = room == null ? "" : room.name();
        if (row.type().endsWith("dm.received")) {
            fields.put("conversation_id", place);
        } else {
            fields.put("channel", place);
        }
        if (row.type().equals("thread.reply") && said.thread() != null) {
            fields.put("parent_id", said.thread().text());
        }
        fields.set("message", message(said));
        return fields;
    }

    private ObjectNode message(LedgerRow.Said said) {
        ObjectNode message = Json.emptyObject();
        message.put("id", said.id().text());
        message.put("agent_id", said.author().text());
        message.put("agent_name", said.authorName());
        message.put("text", said.text());
        if (said.attachments() == null) {
            message.putArray("attachments");
        } else {
            message.set("attachments", json.tree(said.attachments()));
        }
        message.put("injection_mode", said.mode());
        return message;
    }

    private static LedgerEvent accepted(LedgerRow row, Accepted delivery) {
        LedgerEvent.Room room = row.room();
        ObjectNode payload = Json.emptyObject();
        payload.put("type", ACCEPTED);
        payload.put("delivery_id", deliveryId(delivery.message(), delivery.agent(), 1));
        payload.put("message_id", delivery.message().text());
        payload.put("channel_id", room == null ? null : room.id().text());
        payload.put("reason", delivery.reason());
        return new LedgerEvent(row.seq(), ACCEPTED, room, delivery.agent(), payload, row.at());
    }

    private static ObjectNode delivered(AgentId agent, Settled delivery) {
        ObjectNode payload = Json.emptyObject();
        payload.put("type", DELIVERED);
        payload.put("delivery_id", deliveryId(delivery.message(), agent, delivery.attempt()));
        payload.put("message_id", delivery.message().text());
        return payload;
    }

    private static LedgerEvent event(LedgerRow row, ObjectNode fields) {
        ObjectNode payload = Json.emptyObject();
        if (row.isMessage()) {
            payload.put("id", stableId(row.subject()));
        }
        payload.put("type", row.type());
        payload.setAll(fields);
        payload.put("type", row.type());
        return new LedgerEvent(row.seq(), row.type(), row.room(), row.agent(), payload, row.at());
    }

    /// Clients drop a message event whose id is no UUID, and one whose id they have seen.
    private static String stableId(String message) {
        return UUID.nameUUIDFromBytes(message.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static String deliveryId(MessageId message, AgentId agent, long attempt) {
        return "del_" + message + "_" + agent + (attempt > 1 ? "~" + attempt : "");
    }
}
