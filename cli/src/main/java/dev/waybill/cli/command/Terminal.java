package dev.waybill.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.network.text.Shown;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a command is run: what it reads and prints to, whether that understands colours, whether a person is there to be
/// asked, and the environment around it.
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean colours,
        boolean attended,
        Map<String, String> environment) {
    public static Terminal ofProcess() {
        Map<String, String> environment = System.getenv();
        boolean attended = isInteractive(System.console());
        boolean colours = attended && variable(environment, "NO_COLOR").isEmpty();
        return new Terminal(System.in, System.out, System.err, colours, attended, environment);
    }

    /// A variable that is set to nothing counts as not set.
    public Optional<String> variable(String name) {
        return variable(environment, name);
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    public void print(String text) {
        out.println(text);
        out.flush();
    }

    /// The one document of a command that was asked for JSON.
    public void printJson(Object document) {
        print(Shown.json(new Json(JsonLimits.DEFAULTS).pretty(document)));
    }

    /// Asks the person who is there; no answer, and any but yes, is a no.
    public boolean agrees(String question) {
        err.print(question + " [y/N] ");
        err.flush();
        String answer = line();
        return answer != null
                && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
    }

    private @Nullable String line() {
        try {
            return new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String paint(Colour colour, String text) {
        return colours ? "\u001b[" + colour.code + "m" + text + "\u001b[0m" : text;
    }

    private static boolean isInteractive(@Nullable Console console) {
        return console != null && console.isTerminal();
    }

    /// The few colours in use, by their terminal codes.
    public enum Colour {
        BOLD("1"),
        RED("31"),
        GREEN("32"),
        YELLOW("33"),
        BLUE("34"),
        MAGENTA("35"),
        CYAN("36"),
        GREY("90");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }
}
