package dev.waybill.protocol.outbound;

import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Every provider the server knows.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record ProviderList(List<ProviderDescription> providers) {
    public ProviderList {
        providers = List.copyOf(providers);
    }
}
