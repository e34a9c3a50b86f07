package dev.waybill.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.zip.CRC32;
import org.flywaydb.core.api.CoreMigrationType;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.executor.Context;
import org.flywaydb.core.api.executor.MigrationExecutor;
import org.flywaydb.core.api.resolver.ResolvedMigration;
import org.flywaydb.core.extensibility.MigrationType;
import org.flywaydb.core.internal.jdbc.Results;
import org.jspecify.annotations.Nullable;

/// One script of the schema, which the database gets whole. Flyway itself would take it apart into its statements first, and
/// that takes longer than to run them. What is recorded of it is what Flyway records.
final class Script implements ResolvedMigration, MigrationExecutor {
    private final int version;
    private final String name;
    private final String file;
    private final String resource;
    private final String text;
    private final int checksum;

    Script(String folder, int version, String name) {
        this(folder, version, name, null);
    }

    /// `edited` is the checksum of another script that made the database at hand and counts as this one, if there is such a one.
    Script(String folder, int version, String name, @Nullable Integer edited) {
        this.version = version;
        this.name = name;
        this.file = "V" + version + "__" + name + ".sql";
        this.resource = "db/" + folder + "/" + file;
        this.text = read(resource);
        this.checksum = edited == null ? checksum(text) : edited;
    }

    @Override
    public MigrationVersion getVersion() {
        return MigrationVersion.fromVersion(Integer.toString(version));
    }

    @Override
    public String getDescription() {
        return name.replace('_', ' ');
    }

    @Override
    public String getScript() {
        return file;
    }

    @Override
    public Integer getChecksum() {
        return checksum;
    }

    @Override
    public boolean checksumMatches(@Nullable Integer checksum) {
        return getChecksum().equals(checksum);
    }

    @Override
    public boolean checksumMatchesWithoutBeingIdentical(@Nullable Integer checksum) {
        return false;
    }

    @Override
    public MigrationType getType() {
        return CoreMigrationType.SQL;
    }

    @Override
    public String getPhysicalLocation() {
        return resource;
    }

    @Override
    public MigrationExecutor getExecutor() {
        return this;
    }

    @Override
    public List<Results> execute(Context context) throws SQLException {
        try (Statement statement = context.getConnection().createStatement()) {
            statement.executeUpdate(text);
        }
        return List.of();
    }

    @Override
    public boolean canExecuteInTransaction() {
        return true;
    }

    @Override
    public boolean shouldExecute() {
        return true;
    }

    private static int checksum(String text) {
        CRC32 checksum = new CRC32();
        text.lines().forEach(line -> checksum.update(line.getBytes(UTF_8)));
        return (int) checksum.getValue();
    }

    private static String read(String resource) {
        try (InputStream stream = Script.class.getClassLoader().getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException(resource + " is missing");
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
