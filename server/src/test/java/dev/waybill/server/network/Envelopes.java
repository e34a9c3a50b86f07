package dev.waybill.server.network;

import dev.waybill.protocol.json.Json;
import tools.jackson.databind.node.ObjectNode;

/// Envelopes of a stranger, written by hand.
final class Envelopes {
    private final String workspace;
    private final long now;

    /// Without a workspace where it is empty.
    Envelopes(String workspace, long now) {
        this.workspace = workspace;
        this.now = now;
    }

    ObjectNode of(String kind, String id) {
        ObjectNode envelope = Json.emptyObject();
        envelope.put("protocol", "agh-network/v0");
        envelope.put("id", id);
        if (!workspace.isEmpty()) {
            envelope.put("workspace_id", workspace);
        }
        envelope.put("kind", kind);
        envelope.put("channel", "builders");
        envelope.put("from", NetworkFixture.STRANGER);
        envelope.put("ts", now);
        envelope.putObject("body");
        return envelope;
    }

    private ObjectNode threaded(String kind, String id) {
        ObjectNode envelope = of(kind, id);
        envelope.put("surface", "thread");
        envelope.put("thread_id", "thread_release");
        return envelope;
    }

    ObjectNode say(String id) {
        ObjectNode envelope = threaded("say", id);
        envelope.putObject("body").put("text", "hi");
        return envelope;
    }

    ObjectNode work(String id, String work) {
        return say(id).put("to", NetworkFixture.REVIEWER).put("work_id", work);
    }

    ObjectNode trace(String id, String work, String state) {
        ObjectNode envelope = threaded("trace", id).put("work_id", work);
        envelope.putObject("body").put("state", state);
        return envelope;
    }

    ObjectNode receipt(String id, String work, String status) {
        ObjectNode envelope = threaded("receipt", id).put("work_id", work);
        envelope.putObject("body").put("for_id", "msg_1").put("status", status);
        return envelope;
    }

    ObjectNode greet(String peer) {
        ObjectNode envelope = of("greet", "greet-" + peer).put("from", peer);
        ObjectNode card = envelope.putObject("body").putObject("peer_card").put("peer_id", peer);
        card.putArray("profiles_supported");
        card.putArray("capabilities");
        card.putArray("artifacts_supported");
        card.putArray("trust_modes_supported");
        return envelope;
    }

    ObjectNode whois(String id, String query) {
        ObjectNode envelope = of("whois", id);
        envelope.putObject("body").put("type", "request").put("query", query);
        return envelope;
    }
}
