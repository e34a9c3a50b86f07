package dev.waybill.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Configurations: `--flag value` on each line up to an empty one, and a file.
class ConfigFuzzTest {
    private static final Path FOLDER = folder();

    @FuzzTest
    void a_configuration_is_read_or_all_its_faults_are_told(byte[] data) {
        Made made = new Made(data);
        Map<String, String> flags = new HashMap<>();
        for (String line = made.line(); !line.isEmpty(); line = made.line()) {
            int space = line.indexOf(' ');
            if (space > 0 && line.startsWith("--") && !line.startsWith("--config")) {
                flags.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        byte[] file = made.rest();

        Proportion.kept(made.size(), () -> read(flags, file));
    }

    private static void read(Map<String, String> flags, byte[] file) {
        write(file);
        Map<String, String> named = new HashMap<>(flags);
        named.put("--config", "waybill.toml");
        try {
            EffectiveConfig config = ConfigReader.read(new ConfigSources(named, Map.of(), FOLDER));
            assertThat(config.toString()).isNotEmpty();
        } catch (ConfigException e) {
            assertThat(e.faults()).isNotEmpty();
            assertThat(e.faults()).allSatisfy(fault -> assertThat(fault.text()).isNotEmpty());
        }
    }

    private static void write(byte[] file) {
        try {
            Files.write(FOLDER.resolve("waybill.toml"), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            Path folder = Files.createTempDirectory("config-fuzz");
            Files.writeString(folder.resolve("cert.pem"), "nothing", UTF_8);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
