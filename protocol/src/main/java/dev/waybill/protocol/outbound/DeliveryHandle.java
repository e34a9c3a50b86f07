package dev.waybill.protocol.outbound;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Where an answer goes: the provider, the kind of place there, the place, and the thread in it. It routes and says
/// nothing of what is to be done; `replyMode` is for people to read.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DeliveryHandle(
        String provider,
        String surface,
        String targetRef,
        @Nullable String threadRef,
        @Nullable String replyMode) {}
