package dev.waybill.server.http.socket;

import dev.waybill.server.http.route.Gate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request to open a socket.
public record Upgrade(@Nullable String queryToken, List<String> authorization) {
    public Upgrade {
        authorization = List.copyOf(authorization);
    }

    /// The token as it was sent: in the query, which wins, or in the header.
    public Optional<String> token() {
        return queryToken == null ? Gate.bearer(authorization) : Optional.of(queryToken);
    }
}
