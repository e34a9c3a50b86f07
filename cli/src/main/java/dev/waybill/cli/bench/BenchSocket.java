package dev.waybill.cli.bench;

import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Http;
import dev.waybill.cli.client.Unanswered;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One agent on its socket: registered, every delivery acknowledged. A thread of its own sends, since the JDK's socket takes
/// one frame at a time.
final class BenchSocket implements AutoCloseable {
    private static final String REGISTER =
            """
            {"v":1,"id":"register","type":"node.register","name":"bench","capabilities":[],"max_agents":0,"tags":[],"version":"bench"}""";
    private static final int PATIENCE_SECONDS = 30;

    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private final CountDownLatch registered = new CountDownLatch(1);
    private final Flight flight;
    private final WebSocket socket;
    private final Thread sending;
    private volatile boolean closing;

    private BenchSocket(URI server, Credential token, Flight flight)
            throws IOException, InterruptedException {
        this.flight = flight;
        String scheme = server.getScheme().equals("https") ? "wss" : "ws";
        URI address = URI.create(scheme + "://" + server.getRawAuthority() + "/v1/node/ws");
        try {
            this.socket =
                    Http.client(server)
                            .newWebSocketBuilder()
                            .header("Authorization", token.bearer())
                            .buildAsync(address, new Listener())
                            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no socket: " + e.getMessage(), e);
        }
        this.sending = Thread.ofVirtual().name("bench-send").start(this::run);
        waiting.add(REGISTER);
        if (!registered.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the server does not answer node.register");
        }
    }

    static BenchSocket open(URI server, Credential token, Flight flight) {
        try {
            return new BenchSocket(server, token, flight);
        } catch (IOException e) {
            throw Unanswered.failure(server, e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw Unanswered.failure(server, new InterruptedIOException("interrupted"));
        }
    }

    void send(String frame) {
        waiting.add(frame);
    }

    @Override
    public void close() {
        closing = true;
        sending.interrupt();
        socket.abort();
    }

    private void run() {
        try {
            while (true) {
                socket.sendText(waiting.take(), true).get();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            ended(e.getCause());
        }
    }

    private void heard(JsonNode frame) {
        switch (frame.path("type").asString("")) {
            case "deliver" -> delivered(frame);
            case "reply" -> replied(frame.path("id").asString(""));
            case "error" -> flight.fault(frame.path("message").asString("refused"));
            default -> {
                // what others do is not measured
            }
        }
    }

    private void replied(String id) {
        if (id.equals("register")) {
            registered.countDown();
        } else {
            flight.confirmed(Long.parseLong(id));
        }
    }

    private void delivered(JsonNode frame) {
        long seq = frame.path("seq").asLong();
        flight.delivered(
                frame.path("payload").path("data").path("message").path("text").asString(""));
        if (seq > 0) {
            send(
                    "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\""
                            + frame.path("agent").asString()
                            + "\",\"up_to_seq\":"
                            + seq
                            + "}");
        }
    }

    /// Whoever notices first says so: who sends, or who listens.
    private void ended(@Nullable Throwable why) {
        ended(why == null ? null : why.getMessage());
    }

    private void ended(@Nullable String why) {
        if (!closing) {
            flight.fault("the server closed the connection" + (why == null ? "" : ": " + why));
        }
    }

    /// Puts frames together and reads them.
    private final class Listener implements WebSocket.Listener {
        private final Json json = new Json(JsonLimits.STORED);
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                String frame = text.toString();
                text.setLength(0);
                heard(json.tree(frame));
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            ended(reason.isEmpty() ? Integer.toString(code) : reason);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            ended(error);
        }
    }
}
