package dev.waybill.cli.remote;

import java.time.DateTimeException;
import java.time.Duration;

/// A length of time as people write it: a number with s, m, h or d.
public final class Span {
    private Span() {}

    /// The letters of people are those of ISO 8601, with days apart.
    public static Duration parse(String text) {
        return Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
    }

    public static Duration parse(String option, String text) {
        try {
            return parse(text);
        } catch (DateTimeException _) {
            throw Session.misused(option + " takes such as 30s: '" + text + "'");
        }
    }
}
