package dev.waybill.server.fuzz;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.JsonNode;

/// Sends requests as they stand, alone or many at once.
final class ApiClient implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.STORED);
    private static final int AT_ONCE = 8;

    private final URI server;
    private final ConcurrentLinkedDeque<Line> idle = new ConcurrentLinkedDeque<>();

    ApiClient(URI server) {
        this.server = server;
    }

    /// What came back; the head as it was, without its last line.
    record Answer(Attack attack, int status, String head, String text) {
        JsonNode json() {
            return JSON.tree(text);
        }

        JsonNode data() {
            if (!ok()) {
                throw new AssertionError(attack + " was answered " + status + " " + text);
            }
            return json().path("data");
        }

        boolean ok() {
            return status < 300;
        }

        String code() {
            if (ok()) {
                return "";
            }
            JsonNode json = json();
            return json.path("code").asString(json.at("/error/code").asString(""));
        }

        /// The value of a header, empty when there is none.
        String header(String name) {
            int at = head.indexOf('\n') + 1;
            for (int end = head.indexOf('\n', at); end > 0; end = head.indexOf('\n', at)) {
                int colon = head.indexOf(':', at);
                if (colon - at == name.length()
                        && head.regionMatches(true, at, name, 0, colon - at)) {
                    return head.substring(colon + 1, end).strip();
                }
                at = end + 1;
            }
            return "";
        }

        @Override
        public String toString() {
            return attack
                    + " → "
                    + status
                    + " "
                    + (text.length() < 500 ? text : text.substring(0, 500) + "…");
        }
    }

    Answer send(Attack attack) {
        try {
            Line kept = idle.pollFirst();
            while (kept != null && !kept.good()) {
                kept.close();
                kept = idle.pollFirst();
            }
            return kept == null ? afresh(attack) : again(kept, attack);
        } catch (IOException e) {
            throw new UncheckedIOException(attack.toString(), e);
        }
    }

    private Answer again(Line kept, Attack attack) throws IOException {
        try {
            return through(kept, attack);
        } catch (Line.HungUp _) {
            return afresh(attack);
        }
    }

    private Answer afresh(Attack attack) throws IOException {
        return through(new Line(server), attack);
    }

    private Answer through(Line line, Attack attack) throws IOException {
        try {
            return line.ask(attack);
        } finally {
            if (line.good()) {
                idle.addFirst(line);
            } else {
                line.close();
            }
        }
    }

    /// Sends all of them, some at a time, and gives the answers in the same order.
    List<Answer> sendAll(List<Attack> attacks) {
        Semaphore free = new Semaphore(AT_ONCE);
        List<Future<Answer>> pending = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Attack attack : attacks) {
                free.acquireUninterruptibly();
                pending.add(
                        threads.submit(
                                () -> {
                                    try {
                                        return send(attack);
                                    } finally {
                                        free.release();
                                    }
                                }));
            }
        }
        return pending.stream().map(ApiClient::result).toList();
    }

    private static Answer result(Future<Answer> settled) {
        if (settled.state() == Future.State.FAILED) {
            throw new AssertionError("a request got no answer", settled.exceptionNow());
        }
        return settled.resultNow();
    }

    @Override
    public void close() {
        for (Line line = idle.pollFirst(); line != null; line = idle.pollFirst()) {
            try {
                line.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
