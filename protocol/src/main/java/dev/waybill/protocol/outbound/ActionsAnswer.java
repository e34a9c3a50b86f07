package dev.waybill.protocol.outbound;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What can be done at a place. A handle comes back as it was sent.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ActionsAnswer(
        @Nullable String sourceId,
        JsonNode handle,
        List<OperationDescriptor> operations,
        boolean providerConfigured) {
    public ActionsAnswer {
        operations = List.copyOf(operations);
    }
}
