package dev.waybill.cli;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.Console;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a command is run: what it prints to, whether that understands colours, and the environment around it.
record Terminal(
        PrintStream out, PrintStream err, boolean colours, Map<String, String> environment) {
    static Terminal ofProcess() {
        Map<String, String> environment = System.getenv();
        boolean colours =
                variable(environment, "NO_COLOR").isEmpty() && isInteractive(System.console());
        return new Terminal(System.out, System.err, colours, environment);
    }

    /// A variable that is set to nothing counts as not set.
    Optional<String> variable(String name) {
        return variable(environment, name);
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    void print(String text) {
        out.println(text);
        out.flush();
    }

    /// The one document of a command that was asked for JSON.
    void printJson(Object document) {
        print(new Json(JsonLimits.DEFAULTS).pretty(document));
    }

    String paint(Colour colour, String text) {
        return colours ? "\u001b[" + colour.code + "m" + text + "\u001b[0m" : text;
    }

    private static boolean isInteractive(@Nullable Console console) {
        return console != null && console.isTerminal();
    }

    /// The few colours in use, by their terminal codes.
    enum Colour {
        BOLD("1"),
        RED("31"),
        GREEN("32"),
        YELLOW("33");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }
}
