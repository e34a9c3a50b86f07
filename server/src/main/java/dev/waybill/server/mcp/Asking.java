package dev.waybill.server.mcp;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The questions of one session to its host that wait for their answers.
final class Asking {
    private static final int MAX_OPEN = 32;
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, CompletableFuture<ObjectNode>> open = new ConcurrentHashMap<>();

    /// Asks on the stream of a call and waits for the answer, as long as the call is wanted.
    ObjectNode ask(Running running, Question question) throws InterruptedException {
        if (open.size() >= MAX_OPEN) {
            throw new RpcFault(RpcCode.BUSY, "The host has too many questions to answer");
        }
        String id = "ask-" + numbers.incrementAndGet();
        CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
        open.put(id, answer);
        try {
            running.log().insist(Rpc.request(id, question.method(), question.params()).toString());
            return await(running, answer);
        } finally {
            open.remove(id);
        }
    }

    /// Takes the answer of a host; one that nobody waits for is late.
    void answered(JsonNode id, @Nullable ObjectNode result) {
        CompletableFuture<ObjectNode> answer = id.isString() ? open.get(id.stringValue()) : null;
        if (answer == null) {
            return;
        }
        if (result == null) {
            answer.completeExceptionally(refused());
        } else {
            answer.complete(result);
        }
    }

    void end() {
        open.values().forEach(answer -> answer.completeExceptionally(refused()));
    }

    private static ObjectNode await(Running running, CompletableFuture<ObjectNode> answer)
            throws InterruptedException {
        long begin = System.nanoTime();
        while (running.wanted() && System.nanoTime() - begin < LONGEST.toNanos()) {
            try {
                return answer.get(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // look whether anybody still wants it
            } catch (ExecutionException _) {
                break;
            }
        }
        throw refused();
    }

    private static RpcFault refused() {
        return new RpcFault(RpcCode.INVALID_REQUEST, "The host did not answer").as(200);
    }
}
