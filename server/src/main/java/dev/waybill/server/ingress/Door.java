package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.KeptSource;
import tools.jackson.databind.JsonNode;

/// Where one kind of sender comes in.
interface Door {
    /// Throws [#unproved] where the request is not from whom it says, before anything else is looked at.
    Received open(KeptSource source, Credential key, Arrival arrival);

    /// The same words for every lack, so that nobody can feel their way.
    static Refusal unproved() {
        return new Refusal(
                Reason.INVALID_SIGNATURE,
                "there is no such source, or the request is not signed as it expects");
    }

    static Refusal wrong(String words) {
        return new Refusal(Reason.INVALID_REQUEST, words);
    }

    /// The body of a request that was proved.
    static JsonNode document(Json json, byte[] body) {
        JsonNode document;
        try {
            document = json.read(body, JsonNode.class);
        } catch (JsonFault e) {
            throw new Refusal(
                    e.malformed() ? Reason.MALFORMED_JSON : Reason.INVALID_REQUEST,
                    String.valueOf(e.getMessage()));
        }
        if (document == null || !document.isObject()) {
            throw wrong("the body is no JSON object");
        }
        return document;
    }
}
