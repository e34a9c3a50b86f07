package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Product;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runs the launcher from a folder of its own, laid out like a release or like a checkout.
class LauncherIT {
    private static final Path LAUNCHER = Path.of("../waybill");
    private static final Path JAR = Path.of("target/waybill.jar");

    /// Says what Maven says when it comes to a module, and stays there.
    private static final String BUILDING_FOR_LONG =
            "echo '[INFO] Building Something  [1/4]'; exec sleep 300";

    @TempDir private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void copyLauncher() throws IOException {
        Files.copy(LAUNCHER, folder.resolve("waybill"));
    }

    @Test
    void a_jdk_that_is_too_old_is_passed_over() throws Exception {
        release();
        environment.put("JAVA_HOME", jdk("old", "17.0.15").toString());

        Result result = run("version");

        assertThat(result.err).isEmpty();
        assertThat(result.out).startsWith("waybill " + Product.version() + " (Java ");
        assertThat(result.code).isEqualTo(0);
    }

    @Test
    void without_any_jdk_that_is_new_enough_it_says_what_it_found_and_how_to_get_one()
            throws Exception {
        Path old = jdk("old", "17.0.15");
        environment.put("JAVA_HOME", old.toString());
        Path launcher = folder.resolve("waybill");
        Files.writeString(launcher, Files.readString(launcher).replace("needed=25", "needed=99"));

        Result result = run("version");

        assertThat(result.code).isEqualTo(1);
        assertThat(result.err)
                .contains("a JDK of version 99 or later is needed", "Java 17 in " + old)
                .contains("apt install", "dnf install", "brew install", "sdk install", "JAVA_HOME");
    }

    @Test
    void the_launcher_becomes_the_jvm() throws Exception {
        release();
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());

        Result result = run("version", "two words");

        assertThat(result.out.lines())
                .startsWith("pid " + result.pid, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .endsWith("-jar", lib().resolve("waybill.jar").toString(), "version", "two words");
    }

    @Test
    void the_server_gets_flags_of_its_own_and_those_of_the_operator() throws Exception {
        release();
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());
        environment.put("WAYBILL_JAVA_OPTS", "-Xmx1g -Dkey=value");

        Result result = run("up");

        assertThat(result.out.lines())
                .contains(
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:MaxHeapFreeRatio=30",
                        "-XX:AOTCache=" + lib().resolve("server.aot"),
                        "-Xmx1g",
                        "-Dkey=value")
                .doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void it_works_through_a_link_from_another_folder() throws Exception {
        release();
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("first"), Path.of("../waybill"));
        Files.createSymbolicLink(elsewhere.resolve("second"), elsewhere.resolve("first"));

        Result result =
                run(
                        elsewhere,
                        elsewhere.resolve("second").toString(),
                        "doctor",
                        "--json",
                        "--port",
                        "0");

        assertThat(result.code).isEqualTo(0);
        assertThat(result.out).contains(elsewhere.toRealPath().resolve("data").toString());
    }

    @Test
    void a_broken_cache_is_passed_over_in_silence() throws Exception {
        release();
        byte[] cache = Files.readAllBytes(Path.of("target/cli.aot"));
        Files.write(lib().resolve("cli.aot"), Arrays.copyOf(cache, cache.length / 2));

        Result result = run("version");

        assertThat(result.err).isEmpty();
        assertThat(result.out).hasLineCount(1).startsWith("waybill ");
    }

    @Test
    void a_checkout_is_built_first() throws Exception {
        mvn(
                "mkdir -p cli/target && echo built > cli/target/waybill.jar && echo \"JAVA_HOME $JAVA_HOME: $*\"");
        Path jdk = jdk("fake", "25.0.1");
        environment.put("JAVA_HOME", jdk.toString());

        Result first = run("version");
        Result second = run("version");

        assertThat(first.err).contains("Building Waybill");
        assertThat(folder.resolve("target/first-build.log"))
                .content()
                .isEqualTo(
                        "JAVA_HOME "
                                + jdk
                                + ": -B -pl cli -am -Dmaven.test.skip=true -Dassembly.skipAssembly package\n");
        assertThat(second.err).isEmpty();
        assertThat(second.out).contains("cli/target/waybill.jar");
    }

    @Test
    void a_newer_source_means_another_build() throws Exception {
        mvn("mkdir -p cli/target && echo built > cli/target/waybill.jar");
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());
        run("version");
        Path source =
                Files.createDirectories(folder.resolve("cli/src/main/java")).resolve("Main.java");
        Files.writeString(source, "class Main {}");
        Files.setLastModifiedTime(folder.resolve("cli/target/waybill.jar"), FileTime.fromMillis(0));

        assertThat(run("version").err).contains("Building Waybill");
    }

    @Test
    void a_failed_build_shows_the_end_of_its_log() throws Exception {
        mvn("echo 'cannot find symbol'; exit 1");
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());

        Result result = run("version");

        assertThat(result.code).isEqualTo(1);
        assertThat(result.err)
                .contains("the build failed", "target/first-build.log", "cannot find symbol");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void a_build_that_is_stopped_leaves_nothing_running_and_no_jar(String signal, int code)
            throws Exception {
        mvn("mkdir -p cli/target && echo half > cli/target/waybill.jar\n" + BUILDING_FOR_LONG);
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());
        Process launcher = startBuilding();
        List<ProcessHandle> parts = launcher.descendants().toList();

        Signals.send(signal, launcher);

        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(code);
        assertThat(folder.resolve("cli/target/waybill.jar")).doesNotExist();
        assertThat(parts).hasSizeGreaterThanOrEqualTo(2).allSatisfy(LauncherIT::ends);
    }

    @Test
    void progress_ends_with_a_launcher_that_was_killed_outright() throws Exception {
        mvn("echo $$ > pid\n" + BUILDING_FOR_LONG);
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());
        Process launcher = startBuilding();
        long maven = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        List<ProcessHandle> parts = launcher.children().toList();

        launcher.destroyForcibly();

        assertThat(parts)
                .filteredOn(part -> part.pid() != maven)
                .hasSize(1)
                .allSatisfy(LauncherIT::ends);
        parts.forEach(ProcessHandle::destroy);
    }

    @Test
    void a_build_needs_maven() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("dirname", "find", "head")) {
            script(tools.resolve(tool), "exec /usr/bin/" + tool + " \"$@\"");
        }
        environment.put("PATH", tools.toString());
        environment.put("JAVA_HOME", jdk("fake", "25.0.1").toString());

        Result result = run("version");

        assertThat(result.code).isEqualTo(1);
        assertThat(result.err).contains("Maven 3.8.7 or later is needed", "apt install maven");
    }

    /// Returns once both Maven and the progress are running.
    private Process startBuilding() throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(Signals.heard(folder.resolve("waybill").toString(), "version"))
                        .directory(folder.toFile());
        builder.environment().putAll(environment);
        Process launcher = builder.start();
        BufferedReader err = launcher.errorReader(UTF_8);
        assertThat(err.readLine()).startsWith("Building Waybill");
        assertThat(err.readLine()).isEqualTo("  module 1 of 4: Something, 0 downloads");
        return launcher;
    }

    private static void ends(ProcessHandle process) {
        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(30));
    }

    private Path lib() {
        return folder.resolve("lib");
    }

    private void release() throws IOException {
        Files.createDirectory(lib());
        Files.copy(JAR, lib().resolve("waybill.jar"));
    }

    /// A folder that looks like a JDK; its `java` only tells how it was called.
    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "echo \"pid $$\"; for word; do echo \"$word\"; done");
        return home;
    }

    private void mvn(String body) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        script(bin.resolve("mvn"), body);
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Result run(String... words) throws Exception {
        String[] command = new String[words.length + 1];
        command[0] = folder.resolve("waybill").toString();
        System.arraycopy(words, 0, command, 1, words.length);
        return run(folder, command);
    }

    private Result run(Path workingFolder, String... command) throws Exception {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(workingFolder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).isTrue();
        return new Result(
                process.pid(), process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private record Result(long pid, int code, String out, String err) {}
}
