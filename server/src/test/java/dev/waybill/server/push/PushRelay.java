package dev.waybill.server.push;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.Network;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.PushConfig;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// A server that posts to loopback and does not wait long between attempts, with a sender `ann` and words for what tests
/// do to it.
final class PushRelay implements AutoCloseable {
    static final OutboundConfig LOOPBACK =
            new OutboundConfig(
                    List.of(Network.of("127.0.0.0/8")), Duration.ofSeconds(10), Duration.ofDays(3));
    static final PushConfig QUICK =
            new PushConfig(
                    Duration.ofSeconds(10), 12, Duration.ofMillis(20), Duration.ofMillis(100), 5);

    private final WholeServer server;
    private final String key;
    private final String ann;

    PushRelay(WholeServer server) {
        this.server = server;
        this.key = server.workspaceKey();
        this.ann = agent("ann");
    }

    static PushRelay start(TestEngine engine, Path folder) {
        return start(engine.freshDatabase(), folder, QUICK);
    }

    static PushRelay start(DatabaseTarget database, Path folder, PushConfig push) {
        return new PushRelay(
                WholeServer.start(database, 0, folder.resolve("data"), LOOPBACK, push));
    }

    WholeServer server() {
        return server;
    }

    String key() {
        return key;
    }

    /// The token of a new agent.
    String agent(String name) {
        return server.post("/v1/agents", key, "{\"name\":\"" + name + "\"}").text("token");
    }

    /// A new node that has its deliveries posted; `auth` is JSON.
    JsonNode node(String name, String url, String ackMode, String auth) {
        String delivery =
                "{\"url\":\"%s\",\"ack_mode\":\"%s\",\"auth\":%s}".formatted(url, ackMode, auth);
        return server.post("/v1/nodes", key, node(name, delivery)).data();
    }

    static String node(String name, String delivery) {
        return "{\"name\":\"%s\",\"kind\":\"http_push\",\"delivery\":%s}".formatted(name, delivery);
    }

    void bind(String node, String agent) {
        server.post("/v1/nodes/" + node + "/agents", key, "{\"agent_name\":\"" + agent + "\"}")
                .data();
    }

    void unbind(String node, String agent) {
        server.delete("/v1/nodes/" + node + "/agents/" + agent, key);
    }

    /// The token of a new agent whose deliveries are posted to the hook.
    String pushed(String name, Hook hook, String ackMode) {
        String token = agent(name);
        node("hook-" + name, hook.url(), ackMode, "{\"type\":\"none\"}");
        bind("hook-" + name, name);
        return token;
    }

    /// The id of the message.
    String tell(String agent, String text) {
        return server.post("/v1/dm", ann, "{\"to\":\"%s\",\"text\":\"%s\"}".formatted(agent, text))
                .text("id");
    }

    String sender() {
        return ann;
    }

    List<JsonNode> deliveries(String token, String status) {
        JsonNode all = server.get("/v1/deliveries?status=" + status, token).data();
        return StreamSupport.stream(all.spliterator(), false).toList();
    }

    /// The agent's delivery of that status, once there is one.
    JsonNode awaitDelivery(String token, String status) {
        WholeServer.await(
                "a delivery that is " + status, () -> !deliveries(token, status).isEmpty());
        return deliveries(token, status).getFirst();
    }

    /// What the workspace's record says, of events of that type.
    List<JsonNode> events(String type) {
        JsonNode page = server.get("/v1/workspace/events?limit=500", key).data().path("events");
        return StreamSupport.stream(page.spliterator(), false)
                .filter(event -> event.path("type").asString().equals(type))
                .map(event -> event.path("payload"))
                .toList();
    }

    @Override
    public void close() {
        server.close();
    }
}
