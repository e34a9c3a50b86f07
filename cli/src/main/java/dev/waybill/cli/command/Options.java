package dev.waybill.cli.command;

import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfigFault;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import dev.waybill.server.config.EffectiveConfig;
import dev.waybill.server.config.Setting;
import dev.waybill.server.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The options that commands share.
public final class Options {
    public static final String JSON = "--json";
    public static final String VERBOSE = "--verbose";

    private Options() {}

    /// What every command understands.
    public static void addCommon(CommandSpec spec) {
        spec.addOption(flag("Print one JSON document instead of text.", JSON));
        spec.addOption(flag("On failure, show the stack trace too.", VERBOSE));
        spec.addOption(help());
    }

    public static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build();
    }

    public static OptionSpec flag(String description, String name) {
        return OptionSpec.builder(name).description(description).build();
    }

    public static OptionSpec text(String name, String label, String description) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel("<" + label + ">")
                .description(description)
                .build();
    }

    /// One that may be given several times, or once with commas.
    public static OptionSpec texts(String name, String label, String description) {
        return OptionSpec.builder(name)
                .type(String[].class)
                .splitRegex(",")
                .paramLabel("<" + label + ">")
                .description(description)
                .build();
    }

    /// Adds a word that has to be there, after those that were added before.
    public static void addWord(CommandSpec spec, String label, String description) {
        int place = spec.positionalParameters().size();
        spec.addPositional(word(label, description).type(String.class).index("" + place).build());
    }

    /// Adds a place for all the words that follow, if any do.
    public static void addWords(CommandSpec spec, String label, String description) {
        int place = spec.positionalParameters().size();
        spec.addPositional(
                word(label, description)
                        .type(String[].class)
                        .index(place + "..*")
                        .arity("0..*")
                        .required(false)
                        .build());
    }

    private static PositionalParamSpec.Builder word(String label, String description) {
        return PositionalParamSpec.builder()
                .paramLabel("<" + label + ">")
                .required(true)
                .description(description);
    }

    /// What stands for a setting of the server; the table of settings says which there are.
    public static void addSettings(CommandSpec spec) {
        spec.addOption(text(ConfigSources.FILE_FLAG, "file", "The configuration file to read."));
        for (Setting<?> setting : Settings.ALL) {
            String description = setting.sentence() + " Accepts " + setting.accepted() + ".";
            setting.flag()
                    .ifPresent(name -> spec.addOption(text(name, setting.key(), description)));
        }
    }

    /// The configuration that the given options, the environment and the file add up to.
    public static EffectiveConfig config(Given given, Map<String, String> environment) {
        return config(new ConfigSources(given.options(), environment, Path.of("")));
    }

    public static EffectiveConfig config(ConfigSources sources) {
        try {
            return ConfigReader.read(sources);
        } catch (ConfigException e) {
            throw new CommandFailure(
                    ExitCode.CONFIGURATION, e.faults().stream().map(ConfigFault::text).toList(), e);
        }
    }
}
