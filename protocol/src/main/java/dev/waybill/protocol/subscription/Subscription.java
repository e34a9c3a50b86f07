package dev.waybill.protocol.subscription;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A subscription as it is shown: without its secret, and with the names of its headers only.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Subscription(
        String id,
        List<String> events,
        @Nullable SubscriptionFilter filter,
        String url,
        @Nullable Map<String, String> headers,
        boolean isActive,
        Instant createdAt,
        int failures,
        @Nullable String lastError) {
    public Subscription {
        events = List.copyOf(events);
    }
}
