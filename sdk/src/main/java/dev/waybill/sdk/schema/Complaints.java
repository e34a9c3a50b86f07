package dev.waybill.sdk.schema;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/// Words a parser's complaint for whoever sent the JSON: where and why, no class names.
final class Complaints {
    private Complaints() {}

    static Misfit of(JacksonException e) {
        return new Misfit(pointer(e), reason(e), e);
    }

    private static String pointer(JacksonException e) {
        return e.getPath().stream()
                .map(
                        step ->
                                step.getPropertyName() == null
                                        ? "/" + step.getIndex()
                                        : "/" + escaped(step.getPropertyName()))
                .collect(Collectors.joining());
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String reason(JacksonException e) {
        if (e.getCause() instanceof IllegalArgumentException own && own.getMessage() != null) {
            return own.getMessage();
        }
        String message = String.valueOf(e.getOriginalMessage());
        if (message.startsWith("Missing required creator property")) {
            return "is missing";
        }
        if (message.startsWith("Invalid `null` value")) {
            return "must not be null";
        }
        Class<?> type =
                e instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        if (type == null) {
            return "cannot be read";
        }
        return type.isEnum() ? "is none of " + words(type) : "is no " + shape(type);
    }

    private static String words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> Records.tree(constant).asString(""))
                .collect(Collectors.joining(", "));
    }

    private static String shape(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "boolean";
        }
        if (type == int.class
                || type == long.class
                || type == Integer.class
                || type == Long.class
                || type == OptionalInt.class
                || type == OptionalLong.class) {
            return "integer";
        }
        if (type.isPrimitive()
                || Number.class.isAssignableFrom(type)
                || type == OptionalDouble.class) {
            return "number";
        }
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return "array";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "object" : "valid text";
    }
}
