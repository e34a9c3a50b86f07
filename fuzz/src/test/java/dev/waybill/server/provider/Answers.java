package dev.waybill.server.provider;

import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.redact.Redactor;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What somebody who is asked over HTTP answers, one after the other, without a network. Each is a status, lines with headers,
/// an empty line and a body; a line of two dashes ends it.
public final class Answers {
    private static final Instant NOW = Instant.parse("2026-11-19T08:00:00Z");

    private Answers() {}

    public static List<HttpAnswer> of(String text) {
        return Arrays.stream(text.split("\n--\n", -1)).map(Answers::answer).toList();
    }

    /// A way on which these are the answers; after the last there is none.
    public static Wire wire(
            List<HttpAnswer> answers, Credential credential, List<CredentialField> fields) {
        Deque<HttpAnswer> left = new ArrayDeque<>(answers);
        return new Wire(
                (_, most) -> {
                    HttpAnswer next = left.poll();
                    if (next == null) {
                        throw new IOException("the connection was closed without an answer");
                    }
                    return cut(next, most);
                },
                () -> NOW,
                new Redaction(Blackout.of(credential, fields), new Redactor(List.of(), Set.of())));
    }

    private static HttpAnswer cut(HttpAnswer answer, int most) {
        String body = answer.body();
        return new HttpAnswer(
                answer.status(),
                answer.headers(),
                body.length() <= most ? body : body.substring(0, most));
    }

    private static HttpAnswer answer(String text) {
        int end = text.indexOf("\n\n");
        String[] head = (end < 0 ? text : text.substring(0, end)).split("\n", -1);
        Map<String, String> headers = new HashMap<>();
        Arrays.stream(head)
                .skip(1)
                .filter(line -> line.indexOf(':') > 0)
                .forEach(line -> header(headers, line));
        return new HttpAnswer(status(head[0]), headers, end < 0 ? "" : text.substring(end + 2));
    }

    /// As the reader of answers has them: of one character a byte, and without ends of lines.
    private static void header(Map<String, String> headers, String line) {
        int colon = line.indexOf(':');
        headers.put(
                line.substring(0, colon).toLowerCase(Locale.ROOT),
                line.substring(colon + 1).strip());
    }

    private static int status(String word) {
        return word.matches("[2-5][0-9][0-9]") ? Integer.parseInt(word) : 200;
    }
}
