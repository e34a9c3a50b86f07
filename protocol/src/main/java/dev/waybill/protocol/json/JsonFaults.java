package dev.waybill.protocol.json;

import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/// Words a parser's complaint for the sender of the document: the path and the reason, no class names.
final class JsonFaults {
    private JsonFaults() {}

    static String describe(JacksonException fault) {
        return switch (fault) {
            case StreamReadException malformed ->
                    "malformed JSON at line %d, column %d: %s"
                            .formatted(
                                    malformed.getLocation().getLineNr(),
                                    malformed.getLocation().getColumnNr(),
                                    malformed.getOriginalMessage());
            case InvalidFormatException invalid ->
                    path(invalid)
                            + ": not a valid "
                            + typeName(invalid)
                            + ": '"
                            + shown(invalid.getValue())
                            + "'";
            case MismatchedInputException mismatch -> path(mismatch) + ": " + reason(mismatch);
            default -> path(fault) + ": " + causeOf(fault);
        };
    }

    private static String reason(MismatchedInputException mismatch) {
        String message = mismatch.getOriginalMessage();
        if (message.startsWith("Missing required creator property")) {
            return "missing";
        }
        if (message.startsWith("Invalid `null` value")) {
            return "must not be null";
        }
        if (message.startsWith("No content to map")) {
            return "a JSON document is required";
        }
        return "expected " + typeName(mismatch);
    }

    private static String typeName(MismatchedInputException mismatch) {
        Class<?> type = mismatch.getTargetType();
        if (type == null) {
            return "another type";
        }
        if (type == String.class) {
            return "string";
        }
        if (type == int.class
                || type == Integer.class
                || type == long.class
                || type == Long.class) {
            return "integer";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "boolean";
        }
        if (Iterable.class.isAssignableFrom(type) || type.isArray()) {
            return "array";
        }
        return type.isRecord() || java.util.Map.class.isAssignableFrom(type)
                ? "object"
                : type.getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    private static String causeOf(JacksonException fault) {
        Throwable cause = fault.getCause();
        return cause instanceof IllegalArgumentException && cause.getMessage() != null
                ? cause.getMessage()
                : fault.getOriginalMessage();
    }

    private static String path(JacksonException fault) {
        String path =
                fault.getPath().stream()
                        .map(
                                step ->
                                        step.getPropertyName() != null
                                                ? step.getPropertyName()
                                                : "[" + step.getIndex() + "]")
                        .collect(Collectors.joining("."))
                        .replace(".[", "[");
        return path.isEmpty() ? "body" : path;
    }

    private static String shown(Object value) {
        String text = String.valueOf(value);
        return text.length() <= 64 ? text : text.substring(0, 64) + "…";
    }
}
