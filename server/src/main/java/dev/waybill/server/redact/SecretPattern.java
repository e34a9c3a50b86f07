package dev.waybill.server.redact;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.function.Predicate;

/// A form that secrets have. Matching takes time that grows with the text and not faster, whatever the pattern.
record SecretPattern(String name, Pattern pattern, Predicate<String> check, List<String> hints) {

    SecretPattern {
        hints = List.copyOf(hints);
    }

    String redact(String text) {
        return hints.isEmpty() || hints.stream().anyMatch(text::contains) ? replaced(text) : text;
    }

    private String replaced(String text) {
        Matcher matcher = pattern.matcher(text);
        StringBuilder kept = null;
        int from = 0;
        while (matcher.find()) {
            int group = matcher.groupCount() > 0 && matcher.start(1) >= 0 ? 1 : 0;
            int start = matcher.start(group);
            int end = matcher.end(group);
            if (end > start && check.test(text.substring(start, end))) {
                kept = kept == null ? new StringBuilder(text.length()) : kept;
                kept.append(text, from, start).append(Redactor.mark(name));
                from = end;
            }
        }
        return kept == null ? text : kept.append(text, from, text.length()).toString();
    }
}
