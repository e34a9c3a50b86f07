package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Carries the messages of one host to a server and back, until the host closes its end. Requests wait for nobody but
/// `initialize`.
final class Bridge {
    private static final int PARSE_ERROR = -32700;
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);
    private static final Duration FIRST_CONTACT = Duration.ofSeconds(20);

    private final Remote remote;
    private final HostPipe pipe;
    private final HostSession session;
    private final UnaryOperator<JsonNode> shownTools;
    private final Json json = new Json(JsonLimits.STORED);
    private final Map<Thread, Exchange> underWay = new ConcurrentHashMap<>();
    private @Nullable Thread changes;

    /// `shownTools` makes of a list of tools what the host is to see of it.
    Bridge(Remote remote, HostPipe pipe, UnaryOperator<JsonNode> shownTools) {
        this.remote = remote;
        this.pipe = pipe;
        this.session = new HostSession(remote, pipe, json);
        this.shownTools = shownTools;
    }

    void run(InputStream host) throws IOException, InterruptedException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(host, UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null && !pipe.broken()) {
                if (!line.isBlank()) {
                    take(line);
                }
            }
        }
        lastAnswers();
    }

    /// Says goodbye to the server; more than once does no harm.
    void end() {
        try {
            session.end();
        } catch (IOException _) {
            // The server forgets the session by itself.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(String line) throws InterruptedException {
        HostMessage message;
        try {
            message = new HostMessage(line, json.tree(line));
        } catch (JsonFault e) {
            pipe.fail(null, PARSE_ERROR, "This line is no JSON: " + e.getMessage());
            return;
        }
        switch (message.method()) {
            case "initialize" -> begin(message);
            case "notifications/initialized" -> {
                exchange(message).run();
                listen();
            }
            case "notifications/cancelled" -> cancel(message);
            default -> start(message);
        }
    }

    /// A host is often started before its server is.
    private void begin(HostMessage initialize) throws InterruptedException {
        Retry retry = new Retry(FIRST_CONTACT);
        while (true) {
            try {
                pipe.send(session.begin(initialize));
                return;
            } catch (IOException e) {
                if (!Retry.unseen(e) || !retry.again()) {
                    pipe.fail(initialize.id(), words(e));
                    return;
                }
            }
        }
    }

    private String words(IOException fault) {
        if (fault instanceof UnexpectedAnswer answer && answer.unauthorised()) {
            return remote.url()
                    + " does not take "
                    + remote.credentialOrigin()
                    + ": "
                    + answer.getMessage();
        }
        return "No MCP server answers at " + remote.url() + "; start one with 'waybill up'.";
    }

    private void listen() {
        if (changes == null) {
            changes =
                    Thread.ofVirtual()
                            .name("mcp-changes")
                            .start(new Changes(remote, session, pipe));
        }
    }

    private void start(HostMessage message) {
        Exchange exchange = exchange(message);
        Thread thread =
                Thread.ofVirtual()
                        .name("mcp-exchange")
                        .unstarted(
                                () -> {
                                    try {
                                        exchange.run();
                                    } finally {
                                        underWay.remove(Thread.currentThread());
                                    }
                                });
        underWay.put(thread, exchange);
        thread.start();
    }

    private Exchange exchange(HostMessage message) {
        return new Exchange(
                message,
                remote,
                session,
                pipe,
                json,
                message.method().equals("tools/list") ? shownTools : UnaryOperator.identity());
    }

    /// In a session the server is told; without one a request is cancelled by going away.
    private void cancel(HostMessage notice) {
        JsonNode id = notice.tree().path("params").path("requestId");
        boolean told = session.begun();
        underWay.forEach(
                (thread, exchange) -> {
                    if (id.equals(exchange.message().id())) {
                        exchange.cancel();
                        if (!told) {
                            thread.interrupt();
                        }
                    }
                });
        if (told) {
            start(notice);
        }
    }

    /// What was asked before the end is still answered, if it does not take long.
    private void lastAnswers() throws InterruptedException {
        long end = System.nanoTime() + LAST_ANSWERS.toNanos();
        for (Map.Entry<Thread, Exchange> each : underWay.entrySet()) {
            long left = end - System.nanoTime();
            if (left > 0 && !each.getValue().message().method().equals("subscriptions/listen")) {
                boolean _ = each.getKey().join(Duration.ofNanos(left));
            }
        }
    }
}
