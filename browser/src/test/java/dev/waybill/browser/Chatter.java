package dev.waybill.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.sdk.Relay;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// An agent that says 200 things a second in one channel, and one that deals with them.
final class Chatter implements AutoCloseable {
    static final String CHANNEL = "busy";

    private static final Duration BETWEEN = Duration.ofMillis(5);

    /// A server that is slower than that is not asked for more at once.
    private static final int UNDER_WAY = 64;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore room = new Semaphore(UNDER_WAY);
    private final AtomicLong said = new AtomicLong();
    private final URI address;
    private final String token;
    private final Relay relay;

    Chatter(Stage stage, Workspace workspace) {
        address = URI.create(stage.url() + "/v1/channels/" + CHANNEL + "/messages");
        token = workspace.agent("sender");
        relay = Relay.connect(stage.url(), workspace.key());
        var receiver = relay.register("receiver");
        receiver.deliverTo((_, context) -> context.delivered());
        workspace.channel(CHANNEL, "", token, List.of(receiver.token()));
        var _ = clock.scheduleAtFixedRate(this::say, 0, BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// How much was said so far.
    long said() {
        return said.get();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.close();
        relay.close();
        client.close();
    }

    private void say() {
        if (room.tryAcquire()) {
            threads.execute(this::post);
        }
    }

    private void post() {
        String text = "This is message " + said.get() + ", and it is about as long as most are.";
        HttpRequest request =
                HttpRequest.newBuilder(address)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"text\":\"" + text + "\"}", UTF_8))
                        .build();
        try {
            if (client.send(request, BodyHandlers.discarding()).statusCode() == 201) {
                said.incrementAndGet();
            }
        } catch (IOException _) {
            // The count tells.
            return;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            room.release();
        }
    }
}
