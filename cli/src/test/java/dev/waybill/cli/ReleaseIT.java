package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The archive that the build leaves, unpacked where there is no checkout around it.
class ReleaseIT {
    private static final String NAME = "waybill-" + Product.version();

    @TempDir private Path folder;

    private Installation installation;

    @BeforeEach
    void unpack() throws Exception {
        installation = new Installation(folder.resolve(NAME));
        String archive = Path.of("target", NAME + ".tar.gz").toAbsolutePath().toString();
        Process tar = new ProcessBuilder("tar", "xzf", archive).directory(folder.toFile()).start();
        assertThat(tar.waitFor()).isEqualTo(0);
    }

    @AfterEach
    void kill() throws IOException {
        installation.close();
    }

    @Test
    void it_holds_the_command_its_jar_and_what_there_is_to_read() {
        Path root = folder.resolve(NAME);

        assertThat(folder).isDirectoryContaining(path -> path.equals(root));
        assertThat(root.resolve("waybill")).isExecutable();
        assertThat(root.resolve("lib")).isDirectoryContaining("glob:**/waybill.jar");
        assertThat(root.resolve("LICENSE")).isNotEmptyFile();
        assertThat(root.resolve("README.md")).isNotEmptyFile();
        assertThat(root.resolve("docs/configuration.md")).isNotEmptyFile();
        assertThat(root.resolve("docs/adr/README.md")).isNotEmptyFile();
    }

    @Test
    void it_says_what_is_in_it() throws Exception {
        Path file = folder.resolve(NAME).resolve("sbom.cdx.json");
        assumeThat(file).as("built with -Psbom, which needs a network").exists();
        JsonNode sbom = new Json(JsonLimits.STORED).tree(Files.readAllBytes(file));

        assertThat(sbom.path("bomFormat").asString()).isEqualTo("CycloneDX");
        assertThat(sbom.path("components")).hasSizeGreaterThan(40);
        for (JsonNode part : sbom.path("components")) {
            String name = part.path("purl").asString();
            assertThat(part.path("version").asString())
                    .as(name)
                    .matches("[0-9].*")
                    .doesNotContain("SNAPSHOT");
            if (!part.path("group").asString().equals("dev.waybill")) {
                assertThat(part.path("licenses")).as(name).isNotEmpty();
            }
            assertThat(part.path("hashes").valueStream())
                    .as(name)
                    .anyMatch(hash -> hash.path("alg").asString().equals("SHA-256"));
        }
    }

    @Test
    void it_says_its_version_and_nothing_else() throws Exception {
        Running version = installation.waybill("version");

        assertThat(version.output()).startsWith("waybill " + Product.version() + " (Java ");
        assertThat(version.err()).isEmpty();
        assertThat(version.exitCode()).isEqualTo(ExitCode.OK.code());
    }

    @Test
    void it_runs_a_server() throws Exception {
        Running server = installation.waybill("up", "--port", "0", "--json");
        String url = server.document().get("url").asString();

        assertThat(installation.waybill("status", "--url", url).exitCode())
                .isEqualTo(ExitCode.OK.code());
        Signals.send("TERM", server.process());
        assertThat(server.exitCode()).isEqualTo(ExitCode.OK.code());
    }
}
