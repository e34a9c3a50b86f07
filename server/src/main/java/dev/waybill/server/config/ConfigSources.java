package dev.waybill.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a configuration is read from: options by name (`--port`), environment variables, and a file, which is looked
/// for in the working folder. Options win over the environment, and that wins over the file.
public record ConfigSources(
        Map<String, String> flags, Map<String, String> environment, Path folder) {
    /// Names the file outright; then it has to be there.
    public static final String FILE_FLAG = "--config";

    public static final String FILE_VARIABLE = "WAYBILL_CONFIG";

    private static final String FILE_NAME = "waybill.toml";

    public ConfigSources {
        flags = Map.copyOf(flags);
        environment = Map.copyOf(environment);
    }

    /// A variable that is set to nothing counts as not set.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// The file that was named, else the first of the usual ones that is there.
    Optional<NamedFile> file() {
        String flag = flags.get(FILE_FLAG);
        if (flag != null) {
            return Optional.of(new NamedFile(folder.resolve(flag), new Origin.Flag(FILE_FLAG)));
        }
        return variable(FILE_VARIABLE)
                .map(
                        path ->
                                new NamedFile(
                                        folder.resolve(path),
                                        new Origin.Environment(FILE_VARIABLE)))
                .or(this::usualFile);
    }

    private Optional<NamedFile> usualFile() {
        String data =
                Optional.ofNullable(flags.get("--data"))
                        .or(() -> variable(Settings.DATA.environmentVariable()))
                        .orElse(Config.DEFAULTS.server().data().toString());
        return Stream.of(folder, folder.resolve(data))
                .map(place -> place.resolve(FILE_NAME))
                .filter(Files::exists)
                .findFirst()
                .map(path -> new NamedFile(path, new Origin.File(path)));
    }

    /// A configuration file and who named it.
    record NamedFile(Path path, Origin namedBy) {}
}
