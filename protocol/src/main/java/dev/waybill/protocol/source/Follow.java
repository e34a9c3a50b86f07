package dev.waybill.protocol.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// Asks for the sources and subscriptions that a template stands for.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record Follow(
        String agentId,
        String providerOrKind,
        String template,
        @Nullable ObjectNode templateArgs,
        @Nullable String configRef,
        @Nullable ObjectNode config,
        @Nullable String startPolicy,
        @Nullable Long startOffset,
        @Nullable Instant startTime) {}
