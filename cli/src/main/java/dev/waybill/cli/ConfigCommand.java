package dev.waybill.cli;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.config.EffectiveConfig;
import dev.waybill.server.config.Setting;
import dev.waybill.server.config.Settings;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill config`: the configuration a server would start with, and where each value came from.
record ConfigCommand(Terminal terminal) implements Command {

    @Override
    public String name() {
        return "config";
    }

    @Override
    public String summary() {
        return "Show the configuration a server would start with, and where each value comes from.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill config", "waybill config --config /etc/waybill/waybill.toml --json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addSettings(spec);
    }

    @Override
    public ExitCode run(Given given) {
        EffectiveConfig effective = Options.config(given, terminal.environment());
        List<Value> values =
                Settings.ALL.stream().map(setting -> value(setting, effective)).toList();
        if (given.json()) {
            terminal.printJson(values);
        } else {
            terminal.print(values.stream().map(Value::line).collect(Collectors.joining("\n")));
        }
        return ExitCode.OK;
    }

    private static Value value(Setting<?> setting, EffectiveConfig effective) {
        return new Value(
                setting.key(),
                setting.shown(effective.config()).orElse(null),
                effective.origin(setting).text());
    }

    /// One setting as it is in force, its value as TOML.
    record Value(String key, @Nullable String value, String origin) {
        String line() {
            return value == null
                    ? "# " + key + " is not set"
                    : "%-40s # %s".formatted(key + " = " + value, origin);
        }
    }
}
