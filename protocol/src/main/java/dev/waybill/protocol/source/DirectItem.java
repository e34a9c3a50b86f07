package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Where such words are found.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record DirectItem(String itemId, String inboxId, boolean activated) {}
