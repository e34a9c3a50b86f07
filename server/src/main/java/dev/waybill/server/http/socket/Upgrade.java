package dev.waybill.server.http.socket;

import dev.waybill.server.http.route.Gate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request to open a socket.
public record Upgrade(
        @Nullable String queryToken, List<String> authorization, List<String> protocols) {
    /// What a browser asks for beside the token, and is given: it takes no socket whose protocol it did not name.
    static final String PROTOCOL = "waybill";

    /// A browser can send no header of its own, but name protocols; an address would be logged and remembered.
    private static final String BEARER = "bearer.";

    public Upgrade {
        authorization = List.copyOf(authorization);
        protocols = List.copyOf(protocols);
    }

    /// The token as it was sent: in the query, which wins, in the header, or among the protocols.
    public Optional<String> token() {
        return queryToken == null
                ? Gate.bearer(authorization).or(this::named)
                : Optional.of(queryToken);
    }

    private Optional<String> named() {
        return protocols.stream()
                .filter(protocol -> protocol.startsWith(BEARER))
                .map(protocol -> protocol.substring(BEARER.length()))
                .findFirst();
    }
}
