package dev.waybill.protocol.source;

import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// The sources of a workspace.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SourceList(List<Source> sources) {
    public SourceList {
        sources = List.copyOf(sources);
    }
}
