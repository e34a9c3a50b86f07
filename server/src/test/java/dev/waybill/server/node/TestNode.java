package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.TestSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A client of the node channel: it says what it is told to say, and keeps what it hears until somebody asks for it.
final class TestNode implements AutoCloseable {
    private final TestSocket socket;
    private final String id;
    private final String name;
    private final Deque<JsonNode> kept = new ArrayDeque<>();
    private int requests;

    private TestNode(TestSocket socket, String id, String name) {
        this.socket = socket;
        this.id = id;
        this.name = name;
    }

    /// The session of an agent, connected as the clients do it, and registered.
    static TestNode session(RelayApi api, String agentToken) throws InterruptedException {
        TestNode node = unregistered(api, agentToken);
        node.register();
        return node;
    }

    static TestNode unregistered(RelayApi api, String agentToken) {
        JsonNode given = api.post("/v1/agent/node-token", agentToken, "{}").data();
        return new TestNode(
                open(api, given.get("token").asString()),
                given.get("node_id").asString(),
                given.get("node_name").asString());
    }

    /// A node that hosts many agents, registered as its default provider.
    static TestNode broker(RelayApi api, JsonNode node) throws InterruptedException {
        TestNode broker = unregisteredBroker(api, node);
        broker.register();
        return broker;
    }

    static TestNode unregisteredBroker(RelayApi api, JsonNode node) {
        return new TestNode(
                open(api, node.get("token").asString()),
                node.get("id").asString(),
                node.get("name").asString());
    }

    private static TestSocket open(RelayApi api, String token) {
        return TestSocket.open(api.url(), "/v1/node/ws?token=" + token);
    }

    /// Registers, and checks that the reply comes before everything else.
    JsonNode register() throws InterruptedException {
        send(registration());
        JsonNode reply = next();
        assertThat(reply.get("type").asString()).as(reply.toString()).isEqualTo("reply");
        return reply.get("data");
    }

    ObjectNode registration() {
        ObjectNode frame = frame("node.register").put("id", "register-" + ++requests);
        frame.put("node_id", id).put("name", name).put("max_agents", 0).put("version", "test");
        frame.putArray("capabilities");
        frame.putArray("tags");
        return frame;
    }

    static ObjectNode frame(String type) {
        return Json.emptyObject().put("v", 1).put("type", type);
    }

    void send(JsonNode frame) {
        send(frame.toString());
    }

    void send(String text) {
        socket.send(text);
    }

    void ack(String agent, long upTo) {
        send(frame("delivery.ack").put("agent", agent).put("up_to_seq", upTo));
    }

    /// Sends the frame under an id of its own and waits for the frame that answers it; what comes before stays to be heard.
    JsonNode ask(ObjectNode frame) throws InterruptedException {
        String request = "request-" + ++requests;
        send(frame.put("id", request));
        return await(heard -> heard.path("id").asString("").equals(request));
    }

    /// Hosts the agent; tells what the server said of it.
    JsonNode host(String agent) throws InterruptedException {
        JsonNode reply = ask(frame("agent.register").put("name", agent));
        assertThat(reply.get("type").asString()).as(reply.toString()).isEqualTo("reply");
        return reply.get("data");
    }

    /// The next frame.
    JsonNode next() throws InterruptedException {
        JsonNode first = kept.pollFirst();
        return first == null ? RelayApi.JSON.tree(socket.next()) : first;
    }

    /// The next frame if there is one already.
    @Nullable JsonNode poll() throws InterruptedException {
        return within(0);
    }

    /// The next frame if there is one soon.
    @Nullable JsonNode within(long millis) throws InterruptedException {
        JsonNode first = kept.pollFirst();
        if (first != null) {
            return first;
        }
        String text = socket.within(millis);
        return text == null ? null : RelayApi.JSON.tree(text);
    }

    JsonNode next(String type) throws InterruptedException {
        return await(frame -> frame.get("type").asString().equals(type));
    }

    /// The next frames that have a place in the agent's mailbox.
    List<JsonNode> deliveries(String agent, int count) throws InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        while (found.size() < count) {
            found.add(delivery(agent));
        }
        return found;
    }

    JsonNode delivery(String agent) throws InterruptedException {
        return await(
                frame ->
                        frame.get("type").asString().equals("deliver")
                                && frame.get("agent").asString().equals(agent)
                                && frame.get("seq").asLong() > 0);
    }

    /// The next frame that fits; those before it stay to be heard, in their order.
    JsonNode await(Predicate<JsonNode> wanted) throws InterruptedException {
        Deque<JsonNode> passed = new ArrayDeque<>();
        try {
            JsonNode frame = next();
            while (!wanted.test(frame)) {
                passed.addLast(frame);
                frame = next();
            }
            return frame;
        } finally {
            while (!passed.isEmpty()) {
                kept.addFirst(passed.removeLast());
            }
        }
    }

    /// Forgets what came for the agent before the answer that was just heard.
    void dropBeforeReply(String agent) {
        kept.removeIf(frame -> frame.path("agent").asString("").equals(agent));
    }

    /// Everything that has come until the server answers a question asked now, but for what is told of the surroundings.
    List<JsonNode> heardSoFar() throws InterruptedException {
        JsonNode end = ask(frame("nothing.of.that.kind"));
        assertThat(end.get("type").asString()).isEqualTo("error");
        kept.removeIf(frame -> frame.get("type").asString().equals("context.update"));
        List<JsonNode> all = List.copyOf(kept);
        kept.clear();
        return all;
    }

    TestSocket socket() {
        return socket;
    }

    String id() {
        return id;
    }

    static String text(JsonNode delivery) {
        return delivery.at("/payload/data/text").asString();
    }

    static List<Long> seqs(List<JsonNode> deliveries) {
        return deliveries.stream().map(frame -> frame.get("seq").asLong()).toList();
    }

    static List<String> texts(List<JsonNode> deliveries) {
        return deliveries.stream().map(TestNode::text).toList();
    }

    @Override
    public void close() {
        socket.close();
    }
}
