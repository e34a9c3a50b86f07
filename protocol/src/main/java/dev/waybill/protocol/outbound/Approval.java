package dev.waybill.protocol.outbound;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Where somebody has to agree before a provider is called: whether they have, who may, and who did.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record Approval(ApprovalState state, List<String> approvers, @Nullable String decidedBy) {
    public Approval {
        approvers = List.copyOf(approvers);
    }
}
