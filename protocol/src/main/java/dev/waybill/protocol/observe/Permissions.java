package dev.waybill.protocol.observe;

import java.util.List;

/// What the token of a request is good for.
///
/// @param kind `owner`, who may read and do everything, or `observer`, who may read what the scopes name
public record Permissions(String kind, List<ObserverScope> scopes, ObserverFilters filters) {
    public Permissions {
        scopes = List.copyOf(scopes);
    }
}
