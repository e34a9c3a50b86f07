package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Small documents that would become large ones, by what is wrong with them.
final class Bombs {
    private static final int FAR = 100_000;

    private Bombs() {}

    static Map<String, String> all() {
        Map<String, String> bombs = new LinkedHashMap<>();
        bombs.put("deep lists", "[".repeat(FAR));
        bombs.put("deep lists, closed", "[".repeat(FAR) + "]".repeat(FAR));
        bombs.put("deep objects", "{\"data\":".repeat(FAR / 2));
        bombs.put("deep in a field", "{\"text\":\"x\",\"data\":{\"a\":" + "[".repeat(FAR));
        bombs.put("one name again and again", "{" + "\"text\":\"x\",".repeat(FAR / 2) + "\"a\":1}");
        bombs.put("a long number", "{\"text\":\"x\",\"data\":{\"n\":" + "9".repeat(FAR) + "}}");
        bombs.put("a number as a text's length", "{\"text\":1e999999999}");
        bombs.put("a long name", "{\"" + "a".repeat(FAR) + "\":1}");
        bombs.put("escapes", "{\"type\":\"" + "\\u0061".repeat(FAR) + "\"}");
        bombs.put(
                "many names",
                IntStream.range(0, FAR / 2)
                        .mapToObj(n -> "\"k" + n + "\":" + n)
                        .collect(Collectors.joining(",", "{\"type\":1,", "}")));
        bombs.put("names that collide", "{" + collisions() + "}");
        bombs.put("halves", new String("{\"type\":\"\\ud83d".getBytes(UTF_8), UTF_8));
        return bombs;
    }

    /// Texts with the same hash code: AaAa, AaBB, BBAa, …
    private static String collisions() {
        return IntStream.range(0, 1 << 13)
                .mapToObj(
                        n ->
                                IntStream.range(0, 13)
                                        .mapToObj(bit -> (n >> bit & 1) == 0 ? "Aa" : "BB")
                                        .collect(Collectors.joining()))
                .map(name -> "\"" + name + "\":0")
                .collect(Collectors.joining(","));
    }
}
