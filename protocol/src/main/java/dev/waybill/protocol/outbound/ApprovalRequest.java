package dev.waybill.protocol.outbound;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Agrees to an attempt, or refuses it.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record ApprovalRequest(@Nullable String reason, @Nullable Integer waitMs) {}
