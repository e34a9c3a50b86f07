package dev.waybill.cli;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.Product;
import java.util.List;

/// `waybill version`: what this build is and what it runs on.
record VersionCommand(Terminal terminal) implements Command {

    @Override
    public String name() {
        return "version";
    }

    @Override
    public String summary() {
        return "Show the version of this build and of the JVM it runs on.";
    }

    @Override
    public List<String> examples() {
        return List.of("waybill version", "waybill version --json");
    }

    @Override
    public ExitCode run(Given given) {
        Versions versions =
                new Versions(
                        Product.version(),
                        System.getProperty("java.version"),
                        System.getProperty("java.home"),
                        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        if (given.json()) {
            terminal.printJson(versions);
        } else {
            terminal.print(
                    "waybill "
                            + versions.version
                            + " (Java "
                            + versions.java
                            + ", "
                            + versions.platform
                            + ")");
        }
        return ExitCode.OK;
    }

    /// The JSON document of the command.
    record Versions(String version, String java, String javaHome, String platform) {}
}
