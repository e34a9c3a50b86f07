package dev.waybill.server.mcp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A text a host may ask for, as it is listed.
public record Prompt(
        String name, @Nullable String title, String description, List<Argument> arguments) {
    public Prompt {
        arguments = List.copyOf(arguments);
    }

    /// Something the text is made with.
    public record Argument(String name, String description, boolean required) {}
}
