package dev.waybill.server.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What can be wrong with declarations, and how it is told.
class DeclarationsTest {
    private static final String GOOD = DeclaredExample.declaration("https://tracker.example");

    private final Declarations declarations =
            new Declarations(
                    DeclaredExample.JSON,
                    InstantSource.system(),
                    Map.of("TRACKER_SECRET", DeclaredExample.SECRET, "SHORT", "abc"),
                    Set.of("feishu"));

    @TempDir Path folder;

    @Test
    void a_secret_can_be_in_a_file_beside() throws IOException {
        Files.writeString(folder.resolve("key"), "another secret of the tracker\n");
        Path file = folder.resolve("providers.json");
        Files.writeString(
                file, GOOD.replace("{\"env\": \"TRACKER_SECRET\"}", "{\"file\": \"key\"}"));

        DeclaredProvider tracker = declarations.read(file).getFirst();

        assertThat(tracker.credential().field("secret")).hasValue("another secret of the tracker");
        assertThat(tracker.credential().trusted()).isTrue();
    }

    @Test
    void every_fault_names_its_file_its_place_and_what_is_there() {
        assertFault(
                "\"name\": \"tracker\"",
                "\"name\": \"Tracker!\"",
                "/providers/0/name: is \"Tracker!\" and should be");
        assertFault(
                "\"name\": \"tracker\"",
                "\"name\": \"feishu\"",
                "/providers/0/name: is \"feishu\", and another provider");
        assertFault(
                "https://tracker.example/hook",
                "ftp://x",
                "/providers/0/url: is \"ftp://x\", which does not begin with http");
        assertFault(
                "TRACKER_SECRET",
                "NOWHERE",
                "/providers/0/secret/env: is \"NOWHERE\", which is not set");
        assertFault(
                "TRACKER_SECRET",
                "SHORT",
                "/providers/0/secret: leads to a secret of less than 16");
        assertFault(
                "{\"env\": \"TRACKER_SECRET\"}",
                "\"hunter2hunter2hunter2\"",
                "/providers/0/secret: is written out");
        assertFault(
                "T-[0-9]+",
                "T-(",
                "/providers/0/surfaces/0/target: is \"T-(\", which is no pattern in RE2 syntax");
        assertFault(
                "[\"case\"]",
                "[\"ticket\"]",
                "/providers/0/surfaces/0/aliases/0: is \"ticket\", and another surface");
        assertFault(
                "\"thread\":",
                "\"tread\":",
                "/providers/0/surfaces/0/tread: there is no such field");
        assertFault(
                "\"escalate\"",
                "\"add_note\"",
                "/providers/0/surfaces/0/operations/1/name: is \"add_note\", and another");
        assertFault(
                "\"destructive\": true",
                "\"destructive\": \"yes\"",
                "/providers/0/surfaces/0/operations/1/destructive: is \"yes\" and should be true or false");
        assertFault(
                "\"destructive\": true",
                "\"canonicalText\": true",
                "/providers/0/surfaces/0/operations/1/canonicalText: is true for another");
        assertFault(
                "\"none\"",
                "\"reconcile\"",
                "/providers/0/surfaces/0/operations/1/idempotence: is \"reconcile\" and should be natural");
        assertFault(
                "\"enum\": [\"low\", \"high\"]",
                "\"enum\": \"low\"",
                "/providers/0/surfaces/0/operations/1/inputSchema: cannot be used");
        assertFault(
                "\"providers\": [",
                "\"providers\": [3,",
                "/providers/0: is 3 and should be an object");
    }

    @Test
    void no_secret_is_shown_in_a_fault() {
        DeclarationException failure =
                failure(GOOD.replace("{\"env\": \"TRACKER_SECRET\"}", "\"hunter2hunter2hunter2\""));

        assertThat(failure.getMessage()).doesNotContain("hunter2");
    }

    @Test
    void all_faults_are_told_together() {
        DeclarationException failure =
                failure(GOOD.replace("\"tracker\"", "\"T\"").replace("T-[0-9]+", "("));

        assertThat(failure.faults()).hasSize(2).allMatch(fault -> fault.startsWith("p.json: /"));
    }

    @Test
    void what_is_missing_is_told() {
        assertThat(failure("{\"providers\": [{\"name\": \"x\"}]}").faults())
                .contains(
                        "p.json: /providers/0/url: is missing",
                        "p.json: /providers/0/secret: is missing; name where it is: {\"env\": …} or {\"file\": …}",
                        "p.json: /providers/0/surfaces: is missing");
        assertThat(failure("{}").faults()).containsExactly("p.json: /providers: is missing");
    }

    @Test
    void a_file_that_is_not_there_or_no_json_is_told() throws IOException {
        Path broken = folder.resolve("broken.json");
        Files.writeString(broken, "{");

        for (Path file : List.of(broken, folder.resolve("absent.json"))) {
            DeclarationException failure =
                    catchThrowableOfType(DeclarationException.class, () -> declarations.read(file));
            assertThat(failure.getMessage()).startsWith(file.toString());
        }
    }

    private void assertFault(String good, String bad, String expected) {
        assertThat(GOOD).contains(good);
        assertThat(failure(GOOD.replace(good, bad)).faults())
                .anyMatch(fault -> fault.startsWith("p.json: " + expected));
    }

    private DeclarationException failure(String text) {
        return catchThrowableOfType(
                DeclarationException.class,
                () -> declarations.read("p.json", DeclaredExample.JSON.tree(text), folder));
    }
}
