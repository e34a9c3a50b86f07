package dev.waybill.protocol.rule;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.message.InjectionMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rule, in whose name it speaks, when it last did, and what went wrong since. It is the workspace's where `owner`, the
/// name of an agent, is null.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Rule(
        String id,
        @Nullable String name,
        RuleFilter on,
        @JsonProperty(NOTIFY) RuleTarget target,
        @Nullable String text,
        @Nullable InjectionMode mode,
        @Nullable DeliveryMode deliveryMode,
        @Nullable Priority priority,
        @Nullable Long ttlMs,
        boolean enabled,
        @Nullable String owner,
        String speaker,
        @Nullable Instant lastTriggeredAt,
        Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable String lastError) {
    /// No component of a record can be called so.
    static final String NOTIFY = "notify";
}
