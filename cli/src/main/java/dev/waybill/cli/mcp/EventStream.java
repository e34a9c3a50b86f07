package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads server-sent events. Remembers the last id and the pause it was told, for coming back.
final class EventStream implements AutoCloseable {
    private final BufferedReader lines;
    private @Nullable String lastId;
    private @Nullable Duration pause;

    EventStream(InputStream bytes, @Nullable String lastId) {
        this.lines = new BufferedReader(new InputStreamReader(bytes, UTF_8));
        this.lastId = lastId;
    }

    /// The data of the next event that has some; empty at the end.
    Optional<String> next() throws IOException {
        StringBuilder data = new StringBuilder();
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    return Optional.of(data.toString());
                }
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line));
            } else if (line.startsWith("id:")) {
                lastId = value(line);
            } else if (line.startsWith("retry:")) {
                pause = pause(value(line));
            }
        }
        return Optional.empty();
    }

    @Nullable String lastId() {
        return lastId;
    }

    /// How long to stay away before coming back, if the server has said so.
    Optional<Duration> pause() {
        return Optional.ofNullable(pause);
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }

    private static @Nullable Duration pause(String value) {
        try {
            return Duration.ofMillis(Math.clamp(Long.parseLong(value), 0, 60_000));
        } catch (NumberFormatException _) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
