package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An agent that sends at random, by all doors, and says what the server has confirmed. What carries a key it sends until
/// that is confirmed.
final class Talker implements Runnable {
    private static final long A_WHILE_MILLIS = 20;

    private final World world;
    private final String name;
    private final String token;
    private final Random random;
    private final int rounds;
    private @Nullable TestNode session;
    private int connectedIn;
    private int said;
    private volatile @Nullable Throwable failure;

    Talker(World world, String name, long seed, int rounds) {
        this.world = world;
        this.name = name;
        this.token = world.era().api().agent(name);
        this.random = new Random(seed);
        this.rounds = rounds;
    }

    @Override
    public void run() {
        try {
            for (int round = 0; round < rounds; round++) {
                switch (random.nextInt(4)) {
                    case 0 -> plain();
                    case 1 -> keyed(this::batch);
                    default -> keyed(this::frames);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        }
    }

    void requireNoFailure() {
        Throwable known = failure;
        if (known != null) {
            throw new AssertionError(name + ": " + known.getMessage(), known);
        }
    }

    private interface Door {
        void send(World.Era era, List<ObjectNode> messages)
                throws IOException, InterruptedException;
    }

    /// Whether this arrives is unknown when the server dies meanwhile.
    private void plain() throws InterruptedException {
        World.Era era = world.era();
        ObjectNode message = message(false);
        boolean direct = message.has("to");
        try {
            int status =
                    era.api()
                            .trySend(
                                    "POST",
                                    direct ? "/v1/dm" : "/v1/channels/general/messages",
                                    token,
                                    message.toString())
                            .status();
            assertThat(status).isEqualTo(201);
            world.sent().confirmed(message.get("text").asString());
        } catch (IOException e) {
            world.after(era, e);
        }
    }

    private void keyed(Door door) throws InterruptedException {
        List<ObjectNode> messages = new ArrayList<>();
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            messages.add(message(true));
        }
        for (World.Era era = world.era(); !messages.isEmpty(); ) {
            try {
                door.send(era, messages);
            } catch (IOException e) {
                era = world.after(era, e);
            }
        }
    }

    private void batch(World.Era era, List<ObjectNode> messages) throws IOException {
        ArrayNode all = JsonNodeFactory.instance.arrayNode().addAll(messages);
        JsonNode results =
                era.api()
                        .trySend("POST", "/v1/messages/batch", token, "{\"messages\":" + all + "}")
                        .data();
        results.forEach(
                result ->
                        assertThat(result.path("ok").asBoolean()).as(results.toString()).isTrue());
        messages.forEach(message -> world.sent().confirmed(message.get("text").asString()));
        messages.clear();
    }

    /// All at once; each is confirmed by its reply.
    private void frames(World.Era era, List<ObjectNode> messages)
            throws IOException, InterruptedException {
        TestNode open = session;
        if (open == null || connectedIn != era.life()) {
            open = connect(era.api());
            session = open;
            connectedIn = era.life();
        }
        try {
            for (ObjectNode message : messages) {
                ObjectNode frame = message.deepCopy();
                frame.put("v", 1).put("type", "message.send").put("id", text(message));
                open.send(frame);
            }
        } catch (CompletionException e) {
            throw new IOException("the connection is gone", e);
        }
        while (!messages.isEmpty()) {
            confirm(open, messages);
        }
    }

    private void confirm(TestNode open, List<ObjectNode> messages)
            throws IOException, InterruptedException {
        boolean over = open.socket().over();
        JsonNode frame = open.within(A_WHILE_MILLIS);
        if (frame == null && over) {
            throw new IOException("the connection is gone");
        }
        if (frame != null && frame.has("id")) {
            assertThat(frame.get("type").asString()).as(frame.toString()).isEqualTo("reply");
            String text = frame.get("id").asString();
            messages.removeIf(message -> text(message).equals(text));
            world.sent().confirmed(text);
        }
    }

    private TestNode connect(RelayApi api) throws IOException, InterruptedException {
        try {
            return TestNode.session(api, token);
        } catch (RuntimeException | AssertionError e) {
            throw new IOException("the server is gone", e);
        }
    }

    private ObjectNode message(boolean keyed) {
        String text = name + "-" + ++said;
        ObjectNode message = Json.emptyObject().put("text", text);
        List<String> all = world.names();
        if (random.nextInt(12) == 0) {
            message.put("channel", "general");
            world.sent().trying(text, all);
        } else {
            String to = all.get(random.nextInt(all.size()));
            message.put("to", to);
            world.sent().trying(text, List.of(to));
        }
        return keyed ? message.put("idempotency_key", text) : message;
    }

    private static String text(ObjectNode message) {
        return message.get("text").asString();
    }
}
