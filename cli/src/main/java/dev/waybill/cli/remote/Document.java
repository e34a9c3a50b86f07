package dev.waybill.cli.remote;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The value of an option, which may also be in a file (`@file`) or come through standard input (`-`).
public record Document(Terminal terminal) {
    public String text(String option, String value) {
        if (value.equals("-")) {
            return StandardInput.read(terminal);
        }
        return value.startsWith("@") ? file(option, value.substring(1)) : value;
    }

    /// An object of JSON.
    public JsonNode object(String option, String value) {
        String text = text(option, value);
        try {
            JsonNode document = new Json(JsonLimits.STORED).tree(text);
            if (document.isObject()) {
                return document;
            }
            throw Session.misused(option + " is not an object of JSON");
        } catch (JsonFault e) {
            throw Session.misused(option + " is not JSON: " + e.getMessage());
        }
    }

    private static String file(String option, String name) {
        try {
            return Files.readString(Path.of(name));
        } catch (IOException | InvalidPathException e) {
            throw new CommandFailure(
                    ExitCode.FAILURE, List.of(option + ": cannot read " + name + ": " + e), e);
        }
    }
}
