package dev.waybill.protocol.outbound;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// A provider, the kinds of places it has, and what can be done there.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record ProviderDescription(
        String name,
        String title,
        String description,
        boolean configured,
        List<SurfaceDescription> surfaces) {
    public ProviderDescription {
        surfaces = List.copyOf(surfaces);
    }

    /// A kind of place, and how the references of a handle are written there.
    @JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
    public record SurfaceDescription(
            String name,
            List<String> aliases,
            String targetRef,
            @Nullable String threadRef,
            String description,
            List<OperationDescriptor> operations) {
        public SurfaceDescription {
            aliases = List.copyOf(aliases);
            operations = List.copyOf(operations);
        }
    }
}
