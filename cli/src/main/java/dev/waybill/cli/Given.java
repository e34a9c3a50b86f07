package dev.waybill.cli;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The options that were given to a command, by their names.
record Given(Map<String, String> options) {
    static Given of(ParseResult parsed) {
        Map<String, String> options = new HashMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            options.put(option.longestName(), String.valueOf(option.<Object>getValue()));
        }
        return new Given(options);
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    Optional<String> value(String option) {
        return Optional.ofNullable(options.get(option));
    }

    boolean json() {
        return has(Options.JSON);
    }
}
