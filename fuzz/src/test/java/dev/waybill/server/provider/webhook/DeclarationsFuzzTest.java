package dev.waybill.server.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Files in which operators declare providers.
class DeclarationsFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Declarations DECLARATIONS =
            new Declarations(
                    JSON,
                    InstantSource.system(),
                    Map.of("SECRET", "a secret of sixteen and more"),
                    Set.of("github"));

    @FuzzTest
    void providers_are_declared_or_all_that_is_wrong_is_told(byte[] file) {
        Proportion.kept(file.length, () -> read(file));
    }

    private static void read(byte[] file) {
        JsonNode tree;
        try {
            tree = JSON.tree(file);
        } catch (JsonFault _) {
            return;
        }
        if (tree.toString().contains("\"file\"")) {
            return; // reads whatever file an operator names
        }
        try {
            DECLARATIONS
                    .read("providers.json", tree, Path.of("nowhere"))
                    .forEach(provider -> assertThat(provider.name()).matches("[a-z][a-z0-9_-]*"));
        } catch (DeclarationException e) {
            assertThat(e.faults()).isNotEmpty();
        }
    }
}
