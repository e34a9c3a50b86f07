package dev.waybill.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/// A configuration file as flat keys with their values as text.
final class TomlFile {
    private final Origin origin;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<ConfigFault> faults = new ArrayList<>();

    private TomlFile(Origin origin) {
        this.origin = origin;
    }

    static Content read(ConfigSources.NamedFile named) {
        String path = named.path().toString();
        TomlFile file = new TomlFile(new Origin.File(named.path()));
        try {
            file.flatten("", new TomlMapper().readTree(Files.readString(named.path())));
        } catch (NoSuchFileException _) {
            file.faults.add(new ConfigFault(path, named.namedBy(), "there is no such file"));
        } catch (IOException _) {
            file.faults.add(
                    new ConfigFault(path, named.namedBy(), "the file cannot be read as text"));
        } catch (JacksonException e) {
            file.faults.add(new ConfigFault(path, named.namedBy(), malformed(e)));
        }
        return new Content(file.values, file.faults);
    }

    /// Without the parser's own words: they may repeat a piece of the file, and with it of a secret.
    private static String malformed(JacksonException e) {
        return e.getLocation() == null
                ? "not valid TOML"
                : "not valid TOML at line "
                        + e.getLocation().getLineNr()
                        + ", column "
                        + e.getLocation().getColumnNr();
    }

    private void flatten(String prefix, JsonNode table) {
        table.forEachEntry(
                (name, value) -> {
                    String key = prefix + name;
                    if (value.isObject()) {
                        flatten(key + ".", value);
                    } else if (value.isArray()) {
                        faults.add(
                                new ConfigFault(
                                        key, origin, "a list was given where one value belongs"));
                    } else {
                        values.put(key, value.asString());
                    }
                });
    }

    /// What was found, and what is wrong with it.
    record Content(Map<String, String> values, List<ConfigFault> faults) {}
}
