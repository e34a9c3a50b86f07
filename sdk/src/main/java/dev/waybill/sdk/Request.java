package dev.waybill.sdk;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A frame that wants an answer. It may be sent several times, over several connections; it is answered once.
final class Request {
    private final long id;
    private final String frame;
    private final Consumer<JsonNode> granted;
    private final CompletableFuture<JsonNode> answer = new CompletableFuture<>();

    /// `granted` is called with the data of a favourable answer, before anything is read that comes after it.
    Request(long id, String frame, Consumer<JsonNode> granted) {
        this.id = id;
        this.frame = frame;
        this.granted = granted;
    }

    long id() {
        return id;
    }

    String frame() {
        return frame;
    }

    void answered(JsonNode reply) {
        if (reply.path("type").asString("").equals("reply")) {
            granted.accept(reply.path("data"));
            answer.complete(reply.path("data"));
        } else {
            answer.completeExceptionally(Refusals.of(reply));
        }
    }

    void failed(RelayException why) {
        answer.completeExceptionally(why);
    }

    /// Calls when there is an answer, on whatever thread brings it: it must not wait.
    void then(BiConsumer<@Nullable JsonNode, @Nullable Throwable> callback) {
        var _ = answer.whenComplete(callback);
    }

    /// Waits for the data of the answer.
    JsonNode await(Duration patience) throws TimeoutException {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RelayException refused) {
                throw refused.again();
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RelayException(RelayException.CLOSED, "interrupted while waiting", e);
        }
    }
}
