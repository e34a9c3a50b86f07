package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/// Brings the schema up to the version this server knows, and refuses one that is newer.
final class Migrations {
    static final int LATEST = Scripts.NAMES.size();

    /// Asks for the version of the schema.
    static final String VERSION =
            "select coalesce(max(cast(version as integer)), 0) from schema_history where success";

    private static final String CHECKSUMS =
            "select cast(version as integer), checksum from schema_history where success";
    private static final String HISTORY = "schema_history";

    private final DataSource source;
    private final String scripts;
    private final Faults faults;

    Migrations(DataSource source, String scripts, Faults faults) {
        this.source = source;
        this.scripts = scripts;
        this.faults = faults;
    }

    private interface Answer<T> {
        T in(ResultSet result) throws SQLException;
    }

    /// Does nothing, and costs nothing, when the schema is current.
    void bringUpToDate() {
        int version = version();
        if (version > LATEST) {
            throw new StoreException(
                    Kind.TOO_NEW,
                    "the database has schema version %d, this server knows versions up to %d: run the newer Waybill"
                            .formatted(version, LATEST));
        }
        if (version < LATEST) {
            migrate();
        }
    }

    private void migrate() {
        try {
            Flyway.configure()
                    .dataSource(source)
                    .resolvers(new Scripts(scripts, recorded()))
                    .skipDefaultResolvers(true)
                    .group(true)
                    .table(HISTORY)
                    .placeholderReplacement(false)
                    .load()
                    .migrate();
        } catch (FlywayValidateException e) {
            throw new StoreException(
                    Kind.FAULT,
                    "the database was made by a Waybill from between two versions and cannot be brought up to date;"
                            + " nothing was changed",
                    e);
        } catch (FlywayException e) {
            throw new StoreException(
                    Kind.FAULT, "the schema could not be brought up to date: " + e.getMessage(), e);
        }
    }

    private int version() {
        return history(VERSION, result -> result.next() ? result.getInt(1) : 0, 0);
    }

    private Map<Integer, Integer> recorded() {
        return history(CHECKSUMS, Migrations::byVersion, Map.of());
    }

    private static Map<Integer, Integer> byVersion(ResultSet result) throws SQLException {
        Map<Integer, Integer> checksums = new HashMap<>();
        while (result.next()) {
            checksums.put(result.getInt(1), result.getInt(2));
        }
        return checksums;
    }

    private <T> T history(String query, Answer<T> answer, T none) {
        try (Connection connection = source.getConnection()) {
            if (!hasHistory(connection)) {
                return none;
            }
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(query)) {
                return answer.in(result);
            }
        } catch (SQLException e) {
            throw faults.of(e);
        }
    }

    private static boolean hasHistory(Connection connection) throws SQLException {
        try (ResultSet tables =
                connection.getMetaData().getTables(null, connection.getSchema(), HISTORY, null)) {
            return tables.next();
        }
    }
}
