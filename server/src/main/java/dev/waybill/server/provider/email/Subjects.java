package dev.waybill.server.provider.email;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes subjects that are one line.
final class Subjects {
    private static final int LONGEST = 500;
    private static final int FROM_TEXT = 78;
    private static final Pattern ANSWER =
            Pattern.compile("(?i)^(re|aw|sv|vs|antw|odp)(\\[[0-9]{1,3}])?:\\s*");

    private Subjects() {}

    /// The subject of an answer, which says so once.
    static String answering(String subject) {
        String bare = line(subject);
        Matcher answer = ANSWER.matcher(bare);
        while (answer.find()) {
            bare = bare.substring(answer.end());
            answer = ANSWER.matcher(bare);
        }
        return bare.isEmpty() ? "Re: your message" : "Re: " + bare;
    }

    /// The subject of a letter that was given none.
    static String of(String text) {
        String first = line(text.strip().lines().findFirst().orElse(""));
        if (first.isEmpty()) {
            return "A message";
        }
        return first.length() <= FROM_TEXT ? first : cut(first, FROM_TEXT - 1) + "…";
    }

    private static String line(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= LONGEST ? line : cut(line, LONGEST);
    }

    private static String cut(String text, int length) {
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end);
    }
}
