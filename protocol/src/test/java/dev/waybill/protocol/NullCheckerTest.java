package dev.waybill.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compiles a source with a null fault in it, with the checks of the build: had somebody switched them off, it would pass.
class NullCheckerTest {
    @TempDir private Path output;

    @Test
    void the_null_checker_refuses_the_canary() throws Exception {
        Process javac = new ProcessBuilder(command()).redirectErrorStream(true).start();
        String said = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(javac.waitFor()).isNotZero();
        assertThat(said).contains("error: [NullAway]").contains("NullCanary.java:9");
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        Arrays.stream(property("canary.exports").split(" "))
                .map("-J"::concat)
                .forEach(command::add);
        command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED");
        command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED");
        command.addAll(
                List.of(
                        "-proc:none",
                        "-XDcompilePolicy=simple",
                        "--should-stop=ifError=FLOW",
                        "-XDaddTypeAnnotationsToSymbol=true",
                        property("canary.plugin"),
                        "-processorpath",
                        property("java.class.path"),
                        "-cp",
                        property("java.class.path"),
                        "-d",
                        output.toString(),
                        Path.of("src", "test", "canary", "NullCanary.java").toString()));
        return command;
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        assertThat(value).as("system property " + name + ", set by the build").isNotNull();
        return value;
    }
}
