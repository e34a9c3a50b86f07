package dev.waybill.cli.deliver;

import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import tools.jackson.databind.JsonNode;

/// The options that say where something is to be done.
final class Target {
    private static final String HANDLE = "--handle-json";

    private Target() {}

    static RemoteCommand.Draft options(RemoteCommand.Draft draft) {
        return draft.option("--item", "item", "Where this item came from.")
                .option("--entry", "entry", "Where this entry of an inbox came from.")
                .option(HANDLE, "json", "At this delivery handle.")
                .option("--provider", "name", "At this provider; with --surface and --target.")
                .option("--surface", "name", "Which kind of place there.")
                .option("--target", "ref", "Which place.")
                .option("--thread", "ref", "Which thread there.")
                .option("--reply-mode", "word", "How the reply is meant.")
                .option("--source-id", "source", "By the credential of this source.")
                .option("--agent", "agent", "For this agent, where the workspace key is used.");
    }

    static Body body(Session session) {
        Body body =
                Body.empty()
                        .with("itemId", session.value("--item"))
                        .with("entryId", session.value("--entry"))
                        .with("provider", session.value("--provider"))
                        .with("surface", session.value("--surface"))
                        .with("targetRef", session.value("--target"))
                        .with("threadRef", session.value("--thread"))
                        .with("replyMode", session.value("--reply-mode"))
                        .with("sourceId", session.value("--source-id"))
                        .with("agentId", session.value("--agent"));
        session.value(HANDLE)
                .ifPresent(text -> body.json().set("deliveryHandle", json(HANDLE, text)));
        boolean somewhere =
                body.json().has("itemId")
                        || body.json().has("entryId")
                        || body.json().has("provider")
                        || body.json().has("deliveryHandle");
        if (!somewhere) {
            throw Session.misused(
                    "say where with --item, --entry, --handle-json, or --provider, --surface and --target");
        }
        return body;
    }

    static JsonNode json(String option, String text) {
        try {
            return new Json(JsonLimits.DEFAULTS).tree(text);
        } catch (JsonFault e) {
            throw Session.misused(option + " is not JSON: " + e.getMessage());
        }
    }
}
