package dev.waybill.server.store;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.flywaydb.core.api.resolver.MigrationResolver;
import org.flywaydb.core.api.resolver.ResolvedMigration;

/// The scripts that make the schema, in `db/sqlite` and `db/postgres`, the oldest first.
final class Scripts implements MigrationResolver {
    static final List<String> NAMES =
            List.of(
                    "tenants_messages_deliveries",
                    "node_channel",
                    "agent_network",
                    "outbound",
                    "sources",
                    "credentials");

    private final String folder;

    /// `folder` is one of the two under `db`.
    Scripts(String folder) {
        this.folder = folder;
    }

    @Override
    public Collection<ResolvedMigration> resolveMigrations(Context context) {
        return IntStream.rangeClosed(1, NAMES.size()).mapToObj(this::script).toList();
    }

    private ResolvedMigration script(int version) {
        return new Script(folder, version, NAMES.get(version - 1));
    }
}
