package dev.waybill.protocol.outbound;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What can be done at a handle. `canonicalTextAlias` is there, and true, only on the operation that stands for plain text.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record OperationDescriptor(
        String name,
        String title,
        JsonNode inputSchema,
        @Nullable Boolean canonicalTextAlias,
        String description,
        List<String> surfaces,
        Idempotence idempotency,
        boolean destructive,
        @Nullable JsonNode resultSchema,
        boolean available,
        @Nullable String unavailableReason) {
    public OperationDescriptor {
        surfaces = List.copyOf(surfaces);
    }
}
