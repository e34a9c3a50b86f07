package dev.waybill.protocol.observe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.ObserverId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An observer as it is answered and listed. Its token is there when it was just made, and never again.
public record Observer(
        ObserverId id,
        String name,
        @Nullable String description,
        List<ObserverScope> scopes,
        ObserverFilters filters,
        ObserverStatus status,
        @Nullable Instant expiresAt,
        Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String token) {
    public Observer {
        scopes = List.copyOf(scopes);
    }

    public Observer withToken(String secret) {
        return new Observer(
                id,
                name,
                description,
                scopes,
                filters,
                status,
                expiresAt,
                createdAt,
                updatedAt,
                revokedAt,
                lastUsedAt,
                secret);
    }
}
