package dev.waybill.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The events of one stream, one after the other. Closing it ends the connection.
final class TestStream implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;

    TestStream(InputStream in) {
        this.in = in;
        this.lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    }

    record Event(String id, String data) {
        JsonNode json() {
            return TestMcp.JSON.tree(data);
        }

        String method() {
            return json().path("method").asString("");
        }
    }

    /// The next event, waiting for it; those without data count, too.
    Event next() {
        return read().orElseThrow(() -> new AssertionError("the stream has ended"));
    }

    /// The next event that says something.
    Event nextMessage() {
        Event event = next();
        return event.data().isEmpty() ? nextMessage() : event;
    }

    boolean ended() {
        return read().isEmpty();
    }

    private Optional<Event> read() {
        String id = "";
        String data = null;
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && data != null) {
                    return Optional.of(new Event(id, data));
                }
            }
        } catch (IOException _) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
