package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A way to send, used by one thread.
sealed interface Sender extends AutoCloseable {
    String REGISTER =
            """
            {"v":1,"id":"register","type":"node.register","name":"faults","capabilities":[],"max_agents":0,"tags":[],"version":"1"}""";

    /// True when the server has said that it has the message; its text is its key.
    boolean send(int port, String text, String to) throws IOException;

    @Override
    void close();

    /// One request for each.
    record ByRequest(Api api, Person sender) implements Sender {
        @Override
        public boolean send(int port, String text, String to) throws IOException {
            return api.post(
                            port,
                            "/v1/dm",
                            sender.token(),
                            "{\"to\":\"%s\",\"text\":\"%s\"}".formatted(to, text),
                            text)
                    .good();
        }

        @Override
        public void close() {}
    }

    /// Frames on a socket, one after the other.
    final class ByFrame implements Sender {
        private final Person sender;
        private final Json json = new Json(JsonLimits.STORED);
        private @Nullable FrameSocket socket;
        private volatile Question asked = new Question("", new CompletableFuture<>());

        /// What the next answer is about. One to an earlier try may still come, and says nothing of this one.
        private record Question(String id, CompletableFuture<Boolean> answer) {}

        ByFrame(Person sender) {
            this.sender = sender;
        }

        @Override
        public boolean send(int port, String text, String to) throws IOException {
            FrameSocket open = socket;
            if (open == null) {
                open = open(port);
                socket = open;
            }
            CompletableFuture<Boolean> expected = new CompletableFuture<>();
            asked = new Question(text, expected);
            try {
                open.send(
                        "{\"v\":1,\"id\":\"%1$s\",\"type\":\"message.send\",\"to\":\"%2$s\",\"text\":\"%1$s\",\"idempotency_key\":\"%1$s\"}"
                                .formatted(text, to));
                boolean sent = expected.get(15, TimeUnit.SECONDS);
                if (!sent) {
                    close(); // it may not have been let in; it comes again
                }
                return sent;
            } catch (IOException | ExecutionException | TimeoutException e) {
                close();
                throw new IOException("no answer", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }

        private FrameSocket open(int port) throws IOException {
            FrameSocket opened = FrameSocket.open(port, sender.nodeToken());
            opened.send(REGISTER);
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    opened.read(frame -> heard(json.tree(frame)));
                                } catch (IOException e) {
                                    opened.close();
                                    asked.answer().completeExceptionally(e);
                                }
                            });
            return opened;
        }

        private void heard(JsonNode frame) {
            String type = frame.path("type").asString("");
            Question open = asked;
            if (frame.path("id").asString("").equals(open.id())) {
                open.answer().complete(type.equals("reply"));
            }
        }

        @Override
        public void close() {
            FrameSocket open = socket;
            socket = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
