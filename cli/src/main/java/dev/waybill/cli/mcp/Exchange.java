package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.mcp.Remote.Opened;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Gets one message of the host to the server, and whatever comes back to the host.
final class Exchange implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration RESUME = Duration.ofSeconds(1);
    private static final int ACCEPTED = 202;

    private final HostMessage message;
    private final Remote remote;
    private final HostSession session;
    private final HostPipe pipe;
    private final Json json;
    private final UnaryOperator<JsonNode> shown;
    private final Renewals renewals = new Renewals();
    private boolean answered;
    private boolean taken;
    private volatile boolean cancelled;

    /// `shown` makes of an answer what the host is to see of it.
    Exchange(
            HostMessage message,
            Remote remote,
            HostSession session,
            HostPipe pipe,
            Json json,
            UnaryOperator<JsonNode> shown) {
        this.message = message;
        this.remote = remote;
        this.session = session;
        this.pipe = pipe;
        this.json = json;
        this.shown = shown;
    }

    HostMessage message() {
        return message;
    }

    /// The host no longer waits for an answer.
    void cancel() {
        cancelled = true;
    }

    @Override
    public void run() {
        try {
            untilSettled();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            failed(e);
        } catch (RuntimeException | Error e) {
            failed(new IOException("the answer cannot be understood (" + e + ")", e));
        }
    }

    private void untilSettled() throws IOException, InterruptedException {
        Retry retry = new Retry(PATIENCE);
        while (true) {
            try {
                Opened now = message.statelessVersion().isPresent() ? null : session.opened();
                if (tried(now)) {
                    return;
                }
            } catch (IOException e) {
                if (!mayRepeat(e) || !retryable(e) || !retry.again()) {
                    throw e;
                }
            }
        }
    }

    /// What the server has begun to answer it has seen, whatever happens to the rest of the answer.
    private boolean mayRepeat(IOException fault) {
        return !answered && !cancelled && (message.repeatable() || unseen(fault));
    }

    private boolean unseen(IOException fault) {
        return !taken && (Retry.unseen(fault) || fault instanceof Renewals.Forgotten);
    }

    private static boolean retryable(IOException fault) {
        return switch (fault) {
            case Renewals.Forgotten _ -> false;
            case UnexpectedAnswer answer -> answer.passing();
            default -> true;
        };
    }

    /// False when it has to be tried again.
    private boolean tried(@Nullable Opened now) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = remote.post(message, now);
        try (InputStream body = response.body()) {
            if (Remote.isStream(response)) {
                taken = true;
                return streamed(body, now);
            }
            String text = new String(body.readAllBytes(), UTF_8);
            if (now != null && HostSession.isLost(response, text)) {
                session.renew(now);
                renewals.count();
                return false;
            }
            whole(response, text);
            return true;
        }
    }

    private void whole(HttpResponse<InputStream> response, String text) throws IOException {
        if (!message.isRequest() && (response.statusCode() == ACCEPTED || text.isBlank())) {
            return;
        }
        try {
            if (json.tree(text).has("jsonrpc")) {
                pass(text);
                return;
            }
        } catch (JsonFault _) {
            // said below
        }
        throw new UnexpectedAnswer(response.statusCode(), text);
    }

    /// A stream may end before the answer has come; then the rest is asked for.
    private boolean streamed(InputStream body, @Nullable Opened now)
            throws IOException, InterruptedException {
        try (EventStream events = stream(body, null)) {
            passAll(events);
            if (now != null) {
                resumed(events, now);
            }
        }
        if (answered || cancelled) {
            return true;
        }
        if (message.method().equals("subscriptions/listen")) {
            Thread.sleep(RESUME); // the server restarted; it is listened to again
            return false;
        }
        if (message.isRequest()) {
            throw new IOException("the connection ended before the answer came");
        }
        return true;
    }

    private void resumed(EventStream begun, Opened now) throws IOException, InterruptedException {
        @Nullable String lastId = begun.lastId();
        Duration pause = begun.pause().orElse(RESUME);
        while (!answered && !cancelled && lastId != null) {
            Thread.sleep(pause);
            try (EventStream more = rest(now, lastId)) {
                passAll(more);
                lastId = more.lastId();
                pause = more.pause().orElse(pause);
            }
        }
    }

    /// A server that cannot be reached is asked again for a while, one that refuses is not.
    private EventStream rest(Opened now, String lastId) throws IOException, InterruptedException {
        Retry retry = new Retry(PATIENCE);
        while (true) {
            try {
                HttpResponse<InputStream> rest = remote.listen(now, lastId);
                if (Remote.isStream(rest)) {
                    return stream(rest.body(), lastId);
                }
                rest.body().close();
                throw new IOException("the server no longer has the answer");
            } catch (IOException e) {
                if (cancelled || !Retry.unseen(e) || !retry.again()) {
                    throw e;
                }
            }
        }
    }

    private static EventStream stream(InputStream body, @Nullable String lastId) {
        return new EventStream(new Pulsed(body, Pulsed.SILENCE), lastId);
    }

    /// A stream that breaks is one that has ended.
    private void passAll(EventStream events) {
        try {
            Optional<String> data = events.next();
            while (data.isPresent() && !answered) {
                pass(data.get());
                data = answered ? Optional.empty() : events.next();
            }
        } catch (IOException _) {
            // whether the rest can be had is seen by whoever asked for this
        }
    }

    private void pass(String text) {
        if (text.isBlank()) {
            return;
        }
        JsonNode tree = json.tree(text);
        boolean last = !tree.has("method") && tree.path("id").equals(message.id());
        if (last && tree.has("result")) {
            session.passed(message);
            pipe.send(shown.apply(tree).toString());
        } else {
            pipe.send(text);
        }
        answered |= last || (!tree.has("method") && tree.has("error"));
    }

    private void failed(IOException fault) {
        if (answered || cancelled) {
            return;
        }
        if (!message.isRequest()) {
            pipe.note(message.method() + " was not passed on: " + reason(fault));
            return;
        }
        String words =
                message.repeatable() || unseen(fault)
                        ? ""
                        : " Whether it was done is not known: look before you call it again.";
        pipe.fail(message.id(), reason(fault) + words);
    }

    private String reason(IOException fault) {
        if (fault instanceof UnexpectedAnswer answer && answer.unauthorised()) {
            return remote.url()
                    + " does not take this token ("
                    + remote.credentialOrigin()
                    + "): "
                    + answer.getMessage();
        }
        return "No answer from "
                + remote.url()
                + ": "
                + (fault.getMessage() == null ? "it cannot be reached" : fault.getMessage())
                + ".";
    }
}
