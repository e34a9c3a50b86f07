package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationReferenceTest {
    private static final Path REFERENCE = Path.of("../docs/configuration.md");

    /// What is set by the fields of each provider.
    private static final String CREDENTIALS = "providers.credentials";

    private static final String TABLE_STARTS = "<!-- Generated: mvn test -Dupdate.docs=true -->\n";
    private static final Pattern ROW_WITH_DEFAULT =
            Pattern.compile("(?m)^\\| `([a-z.-]+)` \\| `([^`]+)` \\|");

    @Test
    void the_reference_says_what_the_table_of_settings_says() throws IOException {
        String before = Files.readString(REFERENCE);
        String introduction = before.substring(0, before.indexOf(TABLE_STARTS));
        String expected = introduction + TABLE_STARTS + sections();
        if (Boolean.getBoolean("update.docs")) {
            Files.writeString(REFERENCE, expected);
        }

        assertThat(Files.readString(REFERENCE)).isEqualTo(expected);
    }

    @Test
    void a_file_of_all_documented_defaults_is_the_defaults(@TempDir Path folder)
            throws IOException {
        List<MatchResult> rows =
                ROW_WITH_DEFAULT.matcher(Files.readString(REFERENCE)).results().toList();
        Files.writeString(
                folder.resolve("waybill.toml"),
                rows.stream()
                        .map(row -> row.group(1) + " = " + row.group(2) + "\n")
                        .collect(Collectors.joining()));

        EffectiveConfig effective =
                ConfigReader.read(new ConfigSources(Map.of(), Map.of(), folder));

        assertThat(rows).hasSizeGreaterThan(15);
        assertThat(effective.origins()).hasSameSizeAs(rows);
        assertThat(effective.config()).isEqualTo(Config.DEFAULTS);
    }

    @Test
    void every_component_of_the_configuration_can_be_set() {
        List<String> components =
                Arrays.stream(Config.class.getRecordComponents())
                        .flatMap(ConfigurationReferenceTest::keys)
                        .filter(key -> !key.equals(CREDENTIALS))
                        .toList();

        assertThat(Settings.ALL)
                .extracting(Setting::key)
                .filteredOn(key -> !ofProvider(key))
                .containsExactlyElementsOf(components);
    }

    private static boolean ofProvider(String key) {
        return key.matches("providers\\.\\w+\\..+");
    }

    private static Stream<String> keys(RecordComponent section) {
        return Arrays.stream(section.getType().getRecordComponents())
                .map(component -> section.getName() + "." + dashed(component.getName()));
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String sections() {
        Map<String, List<Setting<?>>> sections =
                Settings.ALL.stream()
                        .collect(
                                Collectors.groupingBy(
                                        setting ->
                                                setting.key()
                                                        .substring(0, setting.key().indexOf('.')),
                                        java.util.LinkedHashMap::new,
                                        Collectors.toList()));
        return sections.entrySet().stream()
                .map(section -> section(section.getKey(), section.getValue()))
                .collect(Collectors.joining());
    }

    private static String section(String name, List<Setting<?>> settings) {
        return "\n## "
                + name
                + "\n\n| key | default | environment | meaning |\n|---|---|---|---|\n"
                + settings.stream()
                        .map(ConfigurationReferenceTest::row)
                        .collect(Collectors.joining());
    }

    private static String row(Setting<?> setting) {
        return "| `%s` | %s | `%s` | %s Accepts %s.%s |\n"
                .formatted(
                        setting.key(),
                        setting.shown(Config.DEFAULTS)
                                .map(text -> "`" + text + "`")
                                .orElse("not set"),
                        setting.environmentVariable(),
                        setting.sentence(),
                        setting.accepted(),
                        setting.flag().map(flag -> " Option `" + flag + "`.").orElse(""));
    }
}
