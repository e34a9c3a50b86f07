package dev.waybill.server.subscription;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.subscription.SubscriptionFilter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A subscription with all that is needed to serve it, and how it goes.
record KeptSubscription(
        String id,
        WorkspaceId workspace,
        List<String> events,
        @Nullable SubscriptionFilter filter,
        String url,
        Map<String, String> headers,
        @Nullable String secret,
        boolean active,
        Instant createdAt,
        long cursor,
        Trouble trouble) {
    /// What went wrong since the last success.
    record Trouble(
            int failures,
            @Nullable Instant since,
            @Nullable Instant nextAttempt,
            @Nullable String lastError) {
        static final Trouble NONE = new Trouble(0, null, null, null);
    }

    /// Without the secrets.
    @Override
    public String toString() {
        return "KeptSubscription[" + id + "]";
    }
}
