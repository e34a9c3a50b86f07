package dev.waybill.protocol.source;

import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// The accounts of a workspace.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record HostList(List<Host> hosts) {
    public HostList {
        hosts = List.copyOf(hosts);
    }
}
