package dev.waybill.protocol.observe;

import dev.waybill.protocol.time.Rfc3339;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes what an observer may see. What is left out stays; a description or an end that is null is taken away.
public record ObserverChange(
        @Nullable String name,
        @Nullable JsonNode description,
        @Nullable List<ObserverScope> scopes,
        @Nullable ObserverFilters filters,
        @Nullable JsonNode expiresAt) {
    public ObserverChange {
        if (name != null) {
            ObserverLimits.name(name);
        }
        ObserverLimits.description(text("description", description));
        parsed(expiresAt);
        scopes = scopes == null ? null : ObserverLimits.scopes(scopes);
    }

    public @Nullable String descriptionAfter(@Nullable String before) {
        return description == null ? before : text("description", description);
    }

    public @Nullable Instant expiresAtAfter(@Nullable Instant before) {
        return expiresAt == null ? before : parsed(expiresAt);
    }

    private static @Nullable Instant parsed(@Nullable JsonNode value) {
        String text = text("expires_at", value);
        return text == null ? null : Rfc3339.parse(text);
    }

    private static @Nullable String text(String field, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw new IllegalArgumentException(field + " is neither a string nor null");
        }
        return value.asString();
    }
}
