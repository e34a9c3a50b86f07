package dev.waybill.server.network.transport;

import java.util.regex.Pattern;

/// What a subject looks like: tokens between dots, without wildcards, spaces or anything that is not plain ASCII.
final class Subjects {
    private static final Pattern LITERAL = Pattern.compile("[!-~&&[^.*>]]+(\\.[!-~&&[^.*>]]+)*");

    private static final int MAX_LENGTH = 512;

    private Subjects() {}

    static String require(String subject) {
        if (subject.length() > MAX_LENGTH || !LITERAL.matcher(subject).matches()) {
            throw new IllegalArgumentException(
                    "a subject is dot-separated tokens of at most %d characters in all, got %d characters"
                            .formatted(MAX_LENGTH, subject.length()));
        }
        return subject;
    }
}
