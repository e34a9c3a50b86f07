package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// How many entries were settled by it.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InboxAcked(int acked) {}
