package dev.waybill.server.config;

import java.nio.file.Path;

/// Where a value came from, in words for the person who has to change it.
public sealed interface Origin {
    /// Nobody set it.
    record Default() implements Origin {}

    /// A configuration file.
    record File(Path path) implements Origin {}

    /// An environment variable.
    record Environment(String variable) implements Origin {}

    /// An option of the command line.
    record Flag(String name) implements Origin {}

    default String text() {
        return switch (this) {
            case Default _ -> "default";
            case File(var path) -> path.toString();
            case Environment(var variable) -> "environment variable " + variable;
            case Flag(var name) -> "option " + name;
        };
    }
}
