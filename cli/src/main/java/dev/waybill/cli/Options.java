package dev.waybill.cli;

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

/// The options that commands share.
final class Options {
    static final String JSON = "--json";
    static final String VERBOSE = "--verbose";

    private Options() {}

    /// What every command understands.
    static void addCommon(CommandSpec spec) {
        spec.addOption(flag("Print one JSON document instead of text.", JSON));
        spec.addOption(flag("On failure, show the stack trace too.", VERBOSE));
        spec.addOption(help());
    }

    static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build();
    }

    static OptionSpec flag(String description, String name) {
        return OptionSpec.builder(name).description(description).build();
    }

    static OptionSpec text(String name, String label, String description) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel("<" + label + ">")
                .description(description)
                .build();
    }

    /// What stands for a setting of the server; the table of settings says which there are.
    static void addSettings(CommandSpec spec) {
        spec.addOption(text(ConfigSources.FILE_FLAG, "file", "The configuration file to read."));
        for (Setting<?> setting : Settings.ALL) {
            String description = setting.sentence() + " Accepts " + setting.accepted() + ".";
            setting.flag()
                    .ifPresent(name -> spec.addOption(text(name, setting.key(), description)));
        }
    }

    /// The configuration that the given options, the environment and the file add up to.
    static EffectiveConfig config(Given given, Map<String, String> environment) {
        return config(new ConfigSources(given.options(), environment, Path.of("")));
    }

    static EffectiveConfig config(ConfigSources sources) {
        try {
            return ConfigReader.read(sources);
        } catch (ConfigException e) {
            throw new CommandFailure(
                    ExitCode.CONFIGURATION, e.faults().stream().map(ConfigFault::text).toList(), e);
        }
    }
}
