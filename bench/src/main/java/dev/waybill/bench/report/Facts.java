package dev.waybill.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the figures depend on: the machine, the JDK, the settings of the run.
public final class Facts {
    private final Map<String, String> all = new LinkedHashMap<>();

    private Facts() {}

    /// What can be told of this machine; `folder` is on the disk that everybody uses.
    public static Facts ofMachine(Path folder) throws IOException {
        Facts facts = new Facts();
        facts.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put(
                "machine",
                "%d cores, %s, %,d MB of memory"
                        .formatted(
                                Runtime.getRuntime().availableProcessors(),
                                field("/proc/cpuinfo", "model name"),
                                memoryMegabytes()));
        facts.put(
                "system",
                "%s, kernel %s, file system %s"
                        .formatted(
                                field("/etc/os-release", "PRETTY_NAME").replace("\"", ""),
                                System.getProperty("os.version"),
                                Files.getFileStore(folder).type()));
        facts.put(
                "jdk",
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put(
                "load before",
                "%.2f"
                        .formatted(
                                ManagementFactory.getOperatingSystemMXBean()
                                        .getSystemLoadAverage()));
        return facts;
    }

    public Facts put(String name, String value) {
        all.put(name, value);
        return this;
    }

    Map<String, String> all() {
        return all;
    }

    private static long memoryMegabytes() throws IOException {
        String total = field("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return total.isEmpty() ? 0 : Long.parseLong(total) / 1024;
    }

    /// What stands behind a name in a file of names and values; nothing where there is no such file.
    private static String field(String file, String name) throws IOException {
        Path path = Path.of(file);
        if (!Files.isReadable(path)) {
            return "";
        }
        return Files.readString(path)
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceFirst("^[^:=]*[:=]", "").strip())
                .findFirst()
                .orElse("");
    }
}
