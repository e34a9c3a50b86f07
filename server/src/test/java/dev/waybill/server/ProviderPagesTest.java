package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.Setting;
import dev.waybill.server.config.Settings;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.email.MailDoor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `docs/providers/` says what the providers say of themselves, and the configuration knows all of their fields.
class ProviderPagesTest {
    private static final Path FOLDER = Path.of("../docs/providers");

    static List<Provider> providers() {
        return KnownProviders.builtIn(
                        new Json(JsonLimits.DEFAULTS),
                        InstantSource.system(),
                        new MailDoor(new TargetGuard(List.of()), Duration.ofSeconds(1)))
                .stream()
                .filter(provider -> !provider.surfaces().isEmpty())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void the_page_of_a_provider_is_up_to_date(Provider provider) throws IOException {
        Path page = FOLDER.resolve(provider.name() + ".md");
        String text = new ProviderPage(provider).text();
        if (Boolean.getBoolean("update.docs")) {
            Files.createDirectories(FOLDER);
            Files.writeString(page, text, UTF_8);
        }

        assertThat(Files.readString(page, UTF_8)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("providers")
    void an_operator_can_set_every_field(Provider provider) {
        Stream<String> keys =
                provider.credentialFields().stream()
                        .map(field -> "providers." + provider.name() + "." + field.name());

        assertThat(Settings.ALL).extracting(Setting::key).containsAll(keys.toList());
    }

    @ParameterizedTest
    @MethodSource("providers")
    void no_handle_leads_to_two_canonical_operations(Provider provider) {
        assertThat(provider.surfaces())
                .allSatisfy(
                        surface ->
                                assertThat(
                                                surface.operations().stream()
                                                        .filter(one -> one.canonicalText()))
                                        .hasSizeLessThanOrEqualTo(1));
        assertThat(provider.surfaces().stream().flatMap(ProviderPagesTest::names))
                .doesNotHaveDuplicates();
    }

    @Test
    void every_provider_has_a_page_and_no_other() throws IOException {
        try (Stream<Path> pages = Files.list(FOLDER)) {
            assertThat(pages.map(page -> page.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            providers().stream().map(one -> one.name() + ".md").toList());
        }
    }

    private static Stream<String> names(Surface surface) {
        return Stream.concat(Stream.of(surface.name()), surface.aliases().stream());
    }
}
