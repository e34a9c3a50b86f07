package dev.waybill.server.schema;

/// One place where a value is not what its schema asks for. The path is a JSON pointer.
public record Violation(String path, String message) {
    @Override
    public String toString() {
        return path.isEmpty() ? message : path + ": " + message;
    }
}
