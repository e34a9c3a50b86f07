package dev.waybill.server.redact;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The texts that tell a good redactor from a bad one. Secrets are put together here, so that no file holds one.
final class Corpus {
    private static final Pattern SECRET = Pattern.compile("«(?:=([^»]+)|(\\S*) (\\w+) (\\d+))»");

    private Corpus() {}

    /// A text, the secrets in it, and what stands before the first of them.
    record Sample(String text, List<String> secrets, String before) {
        @Override
        public String toString() {
            return text;
        }
    }

    static List<Sample> positives() {
        Random random = new Random(7);
        return lines("positives.txt").map(line -> sample(line, random)).toList();
    }

    static List<String> negatives() {
        return lines("negatives.txt").toList();
    }

    static String made(String kind, int length, Random random) {
        String alphabet =
                switch (kind) {
                    case "hex" -> "0123456789abcdef";
                    case "base32" -> "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
                    case "alnum" ->
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
                    case "base64" ->
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
                    default -> throw new IllegalArgumentException("no such kind: " + kind);
                };
        StringBuilder text = new StringBuilder(length);
        random.ints(length, 0, alphabet.length()).forEach(i -> text.append(alphabet.charAt(i)));
        return text.toString();
    }

    private static Sample sample(String line, Random random) {
        Matcher matcher = SECRET.matcher(line);
        StringBuilder text = new StringBuilder();
        List<String> secrets = new ArrayList<>();
        while (matcher.find()) {
            String secret =
                    matcher.group(1) != null
                            ? matcher.group(1)
                            : made(matcher.group(3), Integer.parseInt(matcher.group(4)), random);
            String prefix = matcher.group(2) == null ? "" : matcher.group(2);
            secrets.add(secret);
            matcher.appendReplacement(text, Matcher.quoteReplacement(prefix + secret));
        }
        matcher.appendTail(text);
        return new Sample(text.toString(), secrets, line.substring(0, line.indexOf('«')));
    }

    private static java.util.stream.Stream<String> lines(String file) {
        try (InputStream in = Corpus.class.getResourceAsStream("/redact/" + file)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("# "))
                            .map(line -> line.replace("\\n", "\n"))
                            .toList()
                            .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
