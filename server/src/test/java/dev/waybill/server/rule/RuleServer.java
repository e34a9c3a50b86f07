package dev.waybill.server.rule;

import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A server with a workspace to make rules in: `#ops`, an action, and agents by name.
final class RuleServer implements AutoCloseable {
    static final String RULES = "/v1/rules";

    private final WholeServer server;
    private final String key;

    private RuleServer(WholeServer server) {
        this.server = server;
        this.key = server.workspaceKey();
        server.post("/v1/channels", server.agentToken(), "{\"name\":\"ops\"}");
    }

    static RuleServer start(TestEngine engine, Path data) {
        return new RuleServer(WholeServer.start(engine, data));
    }

    WholeServer server() {
        return server;
    }

    String key() {
        return key;
    }

    /// Registers an agent and gives its token.
    String agent(String name) {
        return server.post("/v1/agents", key, "{\"name\":\"" + name + "\"}").text("token");
    }

    /// An action whose calls wait for a handler that never comes.
    void action(String name, String handler, String more) {
        server.post(
                        "/v1/actions",
                        key,
                        "{\"name\":\"%s\",\"description\":\"d\",\"handler_agent\":\"%s\",\"queue\":true%s}"
                                .formatted(name, handler, more))
                .data();
    }

    Reply invoke(String token, String action) {
        return server.post("/v1/actions/" + action + "/invoke", token, "{\"input\":{}}");
    }

    Reply rule(String token, String body) {
        return server.post(RULES, token, body);
    }

    void say(String token, String channel, String text, String data) {
        server.post(
                        "/v1/channels/" + channel + "/messages",
                        token,
                        "{\"text\":\"%s\",\"data\":%s}".formatted(text, data))
                .data();
    }

    /// Oldest first.
    List<JsonNode> said(String channel) {
        return server.get("/v1/channels/" + channel + "/messages?limit=100", key)
                .data()
                .valueStream()
                .toList()
                .reversed();
    }

    List<String> texts(String channel) {
        return said(channel).stream().map(message -> message.path("text").asString()).toList();
    }

    void await(String channel, int count) {
        WholeServer.await(count + " in " + channel, () -> said(channel).size() >= count);
    }

    @Override
    public void close() {
        server.close();
    }
}
