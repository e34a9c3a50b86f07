package dev.waybill.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.HttpCall;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The way to a provider for one job: it notes every exchange, without secrets. An exception of the type
/// [dev.waybill.server.outbound.NotSent] says that nothing has left; any other that nobody knows what was done.
public final class Wire {
    private static final int MAX_ANSWER = 2 << 20;
    private static final int MAX_KEPT = 4 << 10;
    private static final int MAX_RESULT = 64 << 10;

    private final Way way;
    private final InstantSource clock;
    private final Redaction redaction;
    private final List<Exchanged> exchanges = new CopyOnWriteArrayList<>();

    /// How a request goes out and its answer, with so much of the body, comes back.
    interface Way {
        HttpAnswer send(HttpCall call, int maxBody) throws IOException, InterruptedException;
    }

    Wire(Way way, InstantSource clock, Redaction redaction) {
        this.way = way;
        this.clock = clock;
        this.redaction = redaction;
    }

    /// When an exchange began, and from where its time is counted.
    private record Begun(Instant at, long nanos) {
        Duration passed() {
            return Duration.ofNanos(System.nanoTime() - nanos);
        }
    }

    public HttpAnswer send(HttpCall call) throws IOException, InterruptedException {
        Begun begun = new Begun(clock.instant(), System.nanoTime());
        try {
            HttpAnswer answer = way.send(call, MAX_ANSWER);
            note(call, begun, answer, null);
            return answer;
        } catch (IOException e) {
            note(call, begun, null, e);
            throw e;
        }
    }

    /// Notes an exchange that was not over HTTP.
    public void note(Exchanged exchanged) {
        exchanges.add(exchanged);
    }

    public List<Exchanged> exchanges() {
        return List.copyOf(exchanges);
    }

    /// The text as it may be kept: without secrets, and no more of it than is kept.
    public String kept(String text) {
        String shown = redaction.of(text);
        return Storable.of(shown.length() <= MAX_KEPT ? shown : shown.substring(0, MAX_KEPT));
    }

    /// The result as it may be kept: without secrets, and nothing of one that is longer than is kept.
    public ObjectNode kept(ObjectNode result) {
        ObjectNode shown = redaction.of(result);
        return shown.toString().length() <= MAX_RESULT
                ? shown
                : Json.emptyObject().put("truncated", true);
    }

    private void note(
            HttpCall call,
            Begun begun,
            @Nullable HttpAnswer answer,
            @Nullable IOException failure) {
        note(
                new Exchanged(
                        begun.at(),
                        call.method(),
                        kept(call.target().toString()),
                        call.body() == null ? null : digest(call.body()),
                        answer == null ? null : answer.status(),
                        answer == null ? null : kept(answer.body()),
                        failure == null ? null : kept(String.valueOf(failure.getMessage())),
                        begun.passed()));
    }

    private static String digest(String body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
