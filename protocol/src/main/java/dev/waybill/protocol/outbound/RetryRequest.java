package dev.waybill.protocol.outbound;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Asks to try an attempt again. `force` says that it may be done twice.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record RetryRequest(@Nullable Boolean force, @Nullable Integer waitMs) {
    public boolean forced() {
        return force != null && force;
    }
}
