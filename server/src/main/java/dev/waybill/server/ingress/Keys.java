package dev.waybill.server.ingress;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.provider.Credential;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds what a provider signs with, and what it is asked with.
@FunctionalInterface
public interface Keys {
    /// @param configRef the credential that is meant; null for the usual one of the provider
    Optional<Credential> find(WorkspaceId workspace, String provider, @Nullable String configRef);
}
