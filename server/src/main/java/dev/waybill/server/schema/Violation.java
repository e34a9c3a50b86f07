package dev.waybill.server.schema;

import org.jspecify.annotations.Nullable;

/// One place where a value is not what its schema asks for. The path is a JSON pointer; the keyword is the one of the schema
/// that is not met, and the property the one that is missing or too much.
public record Violation(
        String path, String message, @Nullable String keyword, @Nullable String property) {
    Violation(String path, String message) {
        this(path, message, null, null);
    }

    @Override
    public String toString() {
        return path.isEmpty() ? message : path + ": " + message;
    }
}
