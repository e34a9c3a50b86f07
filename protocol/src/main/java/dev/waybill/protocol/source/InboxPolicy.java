package dev.waybill.protocol.source;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// How an agent's events are gathered before they are told.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InboxPolicy(
        String agentId,
        String inboxId,
        boolean enabled,
        long windowMs,
        long maxItems,
        long maxThreadAgeMs) {}
