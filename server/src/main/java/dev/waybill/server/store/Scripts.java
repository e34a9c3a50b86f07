package dev.waybill.server.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
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
                    "credentials",
                    "uploads_outbox_neighbours",
                    "lists_of_rooms",
                    "checksums_of_messages");

    /// The checksums of scripts that were something else for a while, and made databases that are in use. Script 7 brings those
    /// to the same schema.
    private static final Map<String, Integer> EDITED =
            Map.of(
                    "sqlite/2", -2131105520,
                    "sqlite/3", -334063573,
                    "postgres/2", -1174833766,
                    "postgres/3", -971718980);

    private final String folder;
    private final Map<Integer, Integer> recorded;

    /// `folder` is one of the two under `db`; `recorded` are the checksums of those that have made the database at hand, by
    /// version.
    Scripts(String folder, Map<Integer, Integer> recorded) {
        this.folder = folder;
        this.recorded = Map.copyOf(recorded);
    }

    @Override
    public Collection<ResolvedMigration> resolveMigrations(Context context) {
        return IntStream.rangeClosed(1, NAMES.size()).mapToObj(this::script).toList();
    }

    private ResolvedMigration script(int version) {
        Integer edited = EDITED.get(folder + "/" + version);
        boolean madeByIt = edited != null && edited.equals(recorded.get(version));
        return new Script(folder, version, NAMES.get(version - 1), madeByIt ? edited : null);
    }
}
