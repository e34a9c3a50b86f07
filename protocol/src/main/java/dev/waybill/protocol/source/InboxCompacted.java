package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// How many items were forgotten.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InboxCompacted(int deleted, long retentionMs) {}
