package dev.waybill.server.ingress;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.credential.Operators;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Credentials to read with. The operator's own mailbox and repositories are for the workspace that the server made at its
/// first start; every other one reads with a credential of its own.
public final class ReadingKeys implements Keys {
    private final Database database;
    private final Keys keys;

    public ReadingKeys(Database database, Keys keys) {
        this.database = database;
        this.keys = keys;
    }

    @Override
    public Optional<Credential> find(
            WorkspaceId workspace, String provider, @Nullable String configRef) {
        Optional<Credential> found = keys.find(workspace, provider, configRef);
        if (found.filter(Credential::trusted).isPresent()
                && !Operators.isFirst(database, workspace)) {
            throw new Refusal(
                    Reason.PROVIDER_NOT_CONFIGURED,
                    "the operator's credential for "
                            + provider
                            + " reads for the first workspace only; this one needs its own");
        }
        return found;
    }
}
