package dev.waybill.server.observe;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.ResyncAck;
import dev.waybill.server.ledger.LedgerEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes what goes to observers (`relay-wire` §4.3).
final class StreamFrames {
    private final Json json;

    StreamFrames(Json json) {
        this.json = json;
    }

    /// The event under both names of its number: some clients resume by the one, some by the other. An event that has a
    /// `seq` of its own, the place in a mailbox, keeps it under another name.
    byte[] event(LedgerEvent event) {
        ObjectNode frame = Json.emptyObject();
        frame.setAll(event.payload());
        JsonNode own = frame.get("seq");
        if (own != null) {
            frame.set("delivery_seq", own);
        }
        frame.put("seq", event.seq());
        frame.put("agent_seq", event.seq());
        return json.write(frame);
    }

    byte[] pong() {
        return json.write(Json.emptyObject().put("type", "pong"));
    }

    byte[] ack(ResyncAck ack) {
        return json.write(ack);
    }

    byte[] error(String message) {
        return json.write(
                Json.emptyObject()
                        .put("type", "error")
                        .put("code", "invalid_message")
                        .put("message", message));
    }
}
