package dev.waybill.cli.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import tools.jackson.databind.JsonNode;

/// A time on the wire as the clock on the wall shows it.
public final class When {
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private When() {}

    /// What is no time is shown as it is.
    public static String field(JsonNode object, String name) {
        String text = Plain.field(object, name);
        try {
            return LOCAL.format(Instant.parse(text));
        } catch (DateTimeException _) {
            return text;
        }
    }
}
