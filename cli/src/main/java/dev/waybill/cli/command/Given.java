package dev.waybill.cli.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/// What was given to a command: options by their names (`--port`), words by their labels (`<name>`).
public record Given(Map<String, List<String>> values) {
    private static final String SET = "true";

    public Given {
        values = Map.copyOf(values);
    }

    /// What a command and the commands before it on the line were given.
    public static Given of(List<ParseResult> line) {
        Map<String, List<String>> values = new HashMap<>();
        for (ParseResult parsed : line) {
            for (OptionSpec option : parsed.matchedOptions()) {
                values.put(
                        option.longestName(),
                        option.arity().max() == 0 ? List.of(SET) : option.stringValues());
            }
            for (PositionalParamSpec word : parsed.matchedPositionals()) {
                values.put(word.paramLabel(), word.stringValues());
            }
        }
        return new Given(values);
    }

    /// The options that were given once, by their names.
    public Map<String, String> options() {
        Map<String, String> options = new HashMap<>();
        values.forEach((name, given) -> options.put(name, given.getLast()));
        return options;
    }

    public boolean has(String option) {
        return values.containsKey(option);
    }

    public Optional<String> value(String option) {
        return values(option).stream().reduce((_, last) -> last);
    }

    public List<String> values(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// A word that the command cannot do without; parsing has made sure of it.
    public String word(String label) {
        return value("<" + label + ">")
                .orElseThrow(() -> new IllegalStateException("no <" + label + "> was given"));
    }

    public List<String> words(String label) {
        return values("<" + label + ">");
    }

    public boolean json() {
        return has(Options.JSON);
    }
}
