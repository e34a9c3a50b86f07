package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes down for one stream what changes, as far as its host wants to hear of it.
final class Notices implements Listener {
    static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

    private final EventLog log;
    private final Wishes wishes;
    private final @Nullable JsonNode subscription;

    /// Notices of the stateless line carry the id of the request that opened their stream.
    Notices(EventLog log, Wishes wishes, @Nullable JsonNode subscription) {
        this.log = log;
        this.wishes = wishes;
        this.subscription = subscription;
    }

    /// What a host wants to hear of.
    record Wishes(boolean tools, boolean prompts, boolean resources, Predicate<String> updates) {}

    @Override
    public void toolsChanged() {
        if (wishes.tools()) {
            announce("notifications/tools/list_changed", Json.emptyObject(), "");
        }
    }

    @Override
    public void promptsChanged() {
        if (wishes.prompts()) {
            announce("notifications/prompts/list_changed", Json.emptyObject(), "");
        }
    }

    @Override
    public void resourcesChanged() {
        if (wishes.resources()) {
            announce("notifications/resources/list_changed", Json.emptyObject(), "");
        }
    }

    @Override
    public void resourceUpdated(String uri) {
        if (wishes.updates().test(uri)) {
            announce("notifications/resources/updated", Json.emptyObject().put("uri", uri), uri);
        }
    }

    private void announce(String method, ObjectNode params, String about) {
        mark(params);
        log.announce(method + " " + about, Rpc.notice(method, params).toString());
    }

    private void mark(ObjectNode params) {
        if (subscription != null) {
            params.putObject("_meta").set(SUBSCRIPTION, subscription);
        }
    }
}
