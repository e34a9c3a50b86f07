package dev.waybill.protocol.observe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks for an observer of the caller's workspace.
public record NewObserver(
        String name,
        @Nullable String description,
        List<ObserverScope> scopes,
        @Nullable ObserverFilters filters,
        @Nullable Instant expiresAt) {
    public NewObserver {
        ObserverLimits.name(name);
        ObserverLimits.description(description);
        scopes = ObserverLimits.scopes(scopes);
    }
}
