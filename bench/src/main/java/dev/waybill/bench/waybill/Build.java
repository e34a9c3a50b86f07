package dev.waybill.bench.waybill;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Which Waybill is started with what: its launcher, and settings by their variables.
public record Build(Path launcher, Map<String, String> settings) {
    private static final String USUAL = "waybill";

    public Build {
        settings = Map.copyOf(settings);
    }

    /// What tells it from another build: the folder it lies in, or its launcher where that has a name of its own.
    public String name() {
        Path whole = launcher.toAbsolutePath().normalize();
        Path file = Objects.requireNonNull(whole.getFileName());
        Path folder = whole.getParent();
        return file.toString().equals(USUAL) && folder != null && folder.getFileName() != null
                ? folder.getFileName().toString()
                : file.toString();
    }

    Build with(String variable, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(variable, value);
        return new Build(launcher, more);
    }
}
