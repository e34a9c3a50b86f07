package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What became of something that the sender of events posted.
///
/// @param accepted whether it is an event that the source wants
/// @param reason why nothing was appended
/// @param challenge what Feishu wants to hear again
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Arrived(
        boolean accepted,
        int appended,
        int deduped,
        @Nullable Long lastOffset,
        @Nullable String reason,
        @Nullable String challenge) {
    public static Arrived passed(String reason) {
        return new Arrived(false, 0, 0, null, reason, null);
    }

    public static Arrived challenged(String challenge) {
        return new Arrived(false, 0, 0, null, null, challenge);
    }
}
