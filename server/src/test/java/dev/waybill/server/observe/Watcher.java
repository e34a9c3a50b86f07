package dev.waybill.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A client of the stream: keeps what it hears, and can stop reading.
final class Watcher implements WebSocket.Listener, AutoCloseable {
    /// What clients call a connection that ended without a word.
    static final int CUT = 1006;

    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LinkedBlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private final boolean reading;
    private @Nullable WebSocket socket;

    private Watcher(boolean reading) {
        this.reading = reading;
    }

    static Watcher open(HttpClient client, URI server, String token) {
        return new Watcher(true).connect(client, server, token);
    }

    /// One that reads nothing until it is woken.
    static Watcher asleep(HttpClient client, URI server, String token) {
        return new Watcher(false).connect(client, server, token);
    }

    private Watcher connect(HttpClient client, URI server, String token) {
        URI uri = URI.create("ws://127.0.0.1:" + server.getPort() + "/v1/ws?token=" + token);
        socket = client.newWebSocketBuilder().buildAsync(uri, this).join();
        return this;
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reading) {
            opened.request(1);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            heard.add(JSON.tree(partial.toString()));
            partial.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        closed.complete(status);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        closed.completeExceptionally(error);
    }

    /// It reads from now on.
    Watcher wake() {
        socket().request(1);
        return this;
    }

    Watcher say(String text) {
        socket().sendText(text, true).join();
        return this;
    }

    /// Says the same many times, or until nobody listens any more.
    void flood(String text, int times) {
        for (int i = 0; i < times && !closed.isDone(); i++) {
            socket().sendText(text, true).exceptionally(_ -> null).join();
        }
    }

    void sayBinary() {
        socket().sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true).join();
    }

    void drop() {
        socket().abort();
    }

    /// The close code, or that of a connection that was cut: who still writes when the other side has closed may lose its
    /// last frame.
    int closeCodeOrCut() {
        try {
            return closeCode();
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(IOException.class);
            return CUT;
        }
    }

    int closeCode() {
        return closed.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    /// The next frame.
    JsonNode next() throws InterruptedException {
        JsonNode frame = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("nothing came");
        }
        return frame;
    }

    /// All frames up to and with the first that is looked for.
    List<JsonNode> until(Predicate<JsonNode> looked) throws InterruptedException {
        List<JsonNode> frames = new ArrayList<>();
        do {
            frames.add(next());
        } while (!looked.test(frames.getLast()));
        return frames;
    }

    List<JsonNode> untilType(String type) throws InterruptedException {
        return until(frame -> frame.path("type").asString().equals(type));
    }

    List<JsonNode> untilText(String text) throws InterruptedException {
        return until(frame -> frame.at("/message/text").asString("").equals(text));
    }

    /// What has come and was not asked for yet.
    int pending() {
        return heard.size();
    }

    @Override
    public void close() {
        socket().abort();
    }

    private WebSocket socket() {
        if (socket == null) {
            throw new IllegalStateException("not connected");
        }
        return socket;
    }
}
