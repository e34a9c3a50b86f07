package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.credential.Vault;
import dev.waybill.server.provider.Credential;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The credentials of the vault.
public record VaultKeys(Vault vault) implements Keys {
    @Override
    public Optional<Credential> find(
            WorkspaceId workspace, String provider, @Nullable String configRef) {
        return vault.find(workspace, provider, configRef);
    }

    @Override
    public Optional<Credential> same(
            WorkspaceId workspace, String provider, String name, boolean operators) {
        return operators
                ? vault.operators(workspace, provider)
                : vault.named(workspace, provider, name);
    }
}
