package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.provider.Credential;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where credentials are found: the named one, else the workspace's own for the provider, else the operator's.
public interface Keys {
    Keys NONE = (_, _, _) -> Optional.empty();

    /// The very one that was found before, and no other in its stead.
    default Optional<Credential> same(
            WorkspaceId workspace, String provider, String name, boolean operators) {
        return find(workspace, provider, operators ? null : name)
                .filter(one -> one.name().equals(name) && one.trusted() == operators);
    }

    Optional<Credential> find(WorkspaceId workspace, String provider, @Nullable String configRef);
}
