package dev.waybill.cli.tail;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Request;
import dev.waybill.cli.client.Unanswered;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Follows a workspace: hands on each event once and in order, from a given number on, for as long as they are wanted.
///
/// The stream is opened first and the log is read second, so what happens in between comes twice and is dropped by its
/// number, rather than not at all. Only then is the stream asked for everything after that: the server may have begun to
/// watch a moment later than it said.
public final class Tail {
    /// How long the stream may be silent before it is asked whether it is there, and again before it counts as gone.
    /// Short, because the JDK's client often does not tell of a connection that ends right behind a frame.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 5;
    private static final int PAGE = 500;
    private static final int POLICY_VIOLATION = 1008;

    private final URI server;
    private final Credential credential;
    private final Consumer<String> notes;
    private final Api api;
    private final Json json = new Json(JsonLimits.STORED);
    private long last;
    private boolean connected;

    public Tail(URI server, Credential credential, Consumer<String> notes) {
        this.server = server;
        this.credential = credential;
        this.notes = notes;
        this.api = new Api(server, Optional.of(credential));
    }

    /// Begins with what comes after `since`, or with what happens from now on, and ends when `wanted` says no.
    public void follow(OptionalLong since, Predicate<Event> wanted) {
        last = since.orElseGet(() -> log(0, 1).path("latest_seq").asLong(0));
        int failures = 0;
        while (true) {
            String reason;
            try (LiveStream stream = LiveStream.open(server, credential)) {
                connected = true;
                failures = 0;
                if (!caughtUp(wanted)) {
                    return;
                }
                stream.resync(last);
                if (!live(stream, wanted)) {
                    return;
                }
                reason = "the stream ended";
            } catch (IOException e) {
                reason = reason(Unanswered.failure(server, e));
            } catch (CommandFailure e) {
                reason = reason(e);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
            pause(reason, failures++);
        }
    }

    /// What a later attempt cannot mend, and any failure of the first attempt, is for the caller.
    private String reason(CommandFailure failure) {
        if (!connected || failure.exitCode() == ExitCode.NOT_AUTHORISED) {
            throw failure;
        }
        return String.join("; ", failure.reasons());
    }

    /// Reads the log up to its end. False when no more is wanted.
    private boolean caughtUp(Predicate<Event> wanted) {
        while (true) {
            long from = last;
            JsonNode page = log(from, PAGE);
            for (JsonNode row : page.path("events")) {
                if (!take(Event.ofRow(row), wanted)) {
                    return false;
                }
            }
            last = Math.max(last, page.path("next_since").asLong(last));
            if (last == from || last >= page.path("latest_seq").asLong(last)) {
                return true;
            }
        }
    }

    private JsonNode log(long since, int limit) {
        return api.ask(
                Request.get("workspace", "events")
                        .query("since", Optional.of(Long.toString(since)))
                        .query("limit", Optional.of(Integer.toString(limit))));
    }

    /// Hands on what comes until the connection ends. False when no more is wanted.
    private boolean live(LiveStream stream, Predicate<Event> wanted) throws InterruptedException {
        boolean silent = false;
        while (true) {
            switch (stream.next(PATIENCE).orElse(null)) {
                case null -> {
                    if (silent) {
                        return true;
                    }
                    stream.ping();
                    silent = true;
                }
                case LiveStream.Arrival.SignOfLife _ -> silent = false;
                case LiveStream.Arrival.End(var code, var reason) -> {
                    if (code == POLICY_VIOLATION) {
                        throw new CommandFailure(
                                ExitCode.NOT_AUTHORISED, server + " ended the stream: " + reason);
                    }
                    return true;
                }
                case LiveStream.Arrival.Frame(var text) -> {
                    silent = false;
                    if (!heard(json.tree(text), wanted)) {
                        return false;
                    }
                }
            }
        }
    }

    private boolean heard(JsonNode frame, Predicate<Event> wanted) {
        if (frame.path("gap_detected").asBoolean(false)) {
            notes.accept("the server no longer has everything that happened since");
        }
        Optional<Event> event = Event.ofFrame(frame);
        return event.isEmpty() || take(event.get(), wanted);
    }

    private boolean take(Event event, Predicate<Event> wanted) {
        if (event.seq() <= last) {
            return true;
        }
        last = event.seq();
        return wanted.test(event);
    }

    /// Not all who lost the same server shall come back at the same moment.
    private void pause(String reason, int failures) {
        long longest = SHORTEST_PAUSE.toMillis() << Math.min(failures, MOST_DOUBLINGS);
        long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
        notes.accept(
                "%s; trying again in %.1f s, from number %d on"
                        .formatted(reason, pause / 1000.0, last));
        try {
            Thread.sleep(pause);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
