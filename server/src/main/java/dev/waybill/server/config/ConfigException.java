package dev.waybill.server.config;

import java.util.List;
import java.util.stream.Collectors;

/// The configuration cannot be used; holds every mistake that was found.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigFault> faults;

    ConfigException(List<ConfigFault> faults) {
        super(faults.stream().map(ConfigFault::text).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    public List<ConfigFault> faults() {
        return faults;
    }
}
