package dev.waybill.protocol.json;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.node.ObjectNode;

/// Words a parser's complaint for the sender of the document: the path and the reason, no class names.
final class JsonFaults {
    private static final Map<Class<?>, String> NAMES =
            Map.of(
                    String.class, "string",
                    double.class, "number",
                    Double.class, "number",
                    int.class, "integer",
                    Integer.class, "integer",
                    long.class, "integer",
                    Long.class, "integer",
                    boolean.class, "boolean",
                    Boolean.class, "boolean");

    private JsonFaults() {}

    static String describe(JacksonException fault) {
        return switch (fault) {
            case StreamConstraintsException excess ->
                    "too large: " + excess.getOriginalMessage().replaceFirst(", from `[^`]*`", "");
            case StreamReadException malformed ->
                    "malformed JSON at line %d, column %d: %s"
                            .formatted(
                                    malformed.getLocation().getLineNr(),
                                    malformed.getLocation().getColumnNr(),
                                    malformed
                                            .getOriginalMessage()
                                            .replaceAll("\\s*\\(start marker at \\[.*\\]\\)", ""));
            case InvalidFormatException invalid ->
                    path(invalid)
                            + ": expected "
                            + typeName(invalid)
                            + ", not '"
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
        if (type.isRecord() || ObjectNode.class == type) {
            return "object";
        }
        if (Iterable.class.isAssignableFrom(type)) {
            return "array";
        }
        return NAMES.getOrDefault(type, "another type");
    }

    private static String causeOf(JacksonException fault) {
        Throwable cause = fault.getCause();
        return cause instanceof IllegalArgumentException && cause.getMessage() != null
                ? cause.getMessage()
                : "cannot be read";
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
