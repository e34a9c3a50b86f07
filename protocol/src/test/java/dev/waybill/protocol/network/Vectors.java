package dev.waybill.protocol.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The vectors beside the tests: what arrived, and what is to be made of it.
public final class Vectors {
    private static final Json JSON = new Json(JsonLimits.STORED);

    private Vectors() {}

    /// One envelope and its verdict.
    public record Parse(
            String name,
            Instant now,
            Freshness freshness,
            String input,
            boolean accepted,
            @Nullable String reason,
            @Nullable String flaw,
            @Nullable JsonNode normalized) {
        public byte[] bytes() {
            return input.getBytes(UTF_8);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static List<Parse> parse(String file) {
        return StreamSupport.stream(tree(file).spliterator(), false).map(Vectors::parse).toList();
    }

    private static Parse parse(JsonNode vector) {
        return new Parse(
                vector.get("name").asString(),
                Instant.ofEpochSecond(vector.path("now").asLong(1775822400)),
                new Freshness(Duration.ofSeconds(vector.path("max_replay_age_s").asLong(300))),
                vector.get("input").asString(),
                vector.get("expect").asString().equals("accept"),
                vector.has("reason") ? vector.get("reason").asString() : null,
                vector.has("class") ? vector.get("class").asString() : null,
                vector.get("normalized"));
    }

    public static JsonNode tree(String file) {
        return JSON.tree(text(file));
    }

    public static JsonNode treeOf(String document) {
        return JSON.tree(document);
    }

    public static String text(String file) {
        try (InputStream in = Vectors.class.getResourceAsStream("/network/" + file)) {
            if (in == null) {
                throw new IllegalArgumentException("no vectors " + file);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
