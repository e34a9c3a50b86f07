package dev.waybill.server.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A WebSocket client that keeps what it hears.
public final class TestSocket implements WebSocket.Listener, AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    /// One for all: each has threads of its own.
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private final WebSocket socket;

    private TestSocket(URI uri, @Nullable String bearer) {
        WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
        if (bearer != null) {
            builder.header("Authorization", "Bearer " + bearer);
        }
        socket = builder.buildAsync(uri, this).join();
    }

    public static TestSocket open(URI server, String pathAndQuery) {
        return new TestSocket(
                URI.create(server.toString().replaceFirst("http", "ws") + pathAndQuery), null);
    }

    public static TestSocket open(URI server, String path, String bearer) {
        return new TestSocket(
                URI.create(server.toString().replaceFirst("http", "ws") + path), bearer);
    }

    public void send(String text) {
        socket.sendText(text, true).join();
    }

    public WebSocket raw() {
        return socket;
    }

    /// The next text, or a failure after a while.
    public String next() throws InterruptedException {
        String text = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("nothing was heard; closed: " + closed.getNow(null));
        }
        return text;
    }

    /// The next text if there is one soon.
    public @Nullable String within(long millis) throws InterruptedException {
        return heard.poll(millis, TimeUnit.MILLISECONDS);
    }

    /// The code the server closed with, or -1 when the connection just ended.
    public int closed() throws Exception {
        return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /// Whether nothing more will come but what was heard already.
    public boolean over() {
        return closed.isDone();
    }

    /// Drops the connection without a word.
    public void cut() {
        socket.abort();
    }

    @Override
    public void close() {
        cut();
    }

    @Override
    public @Nullable CompletionStage<?> onText(
            WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            heard.add(partial.toString());
            partial.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
        heard.add("pong");
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
        closed.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.complete(-1);
    }
}
