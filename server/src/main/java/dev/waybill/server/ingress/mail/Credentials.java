package dev.waybill.server.ingress.mail;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.provider.Credential;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the credential for a mailbox: the one of that name, or the usual one for e-mail.
@FunctionalInterface
public interface Credentials {
    Optional<Credential> find(WorkspaceId workspace, @Nullable String name);
}
