package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;

/// The database file before anything is done with it: created for its owner only, refused when damaged.
final class SqliteFile {
    /// Up to this size a start reads the whole file to find damage; `waybill doctor` reads larger ones.
    private static final long CHECKED_AT_START_BYTES = 64L << 20;

    private SqliteFile() {}

    static void prepare(Path file) {
        try {
            if (!Files.exists(file)) {
                OwnerOnly.file(file);
            } else if (Files.size(file) > 0 && Files.size(file) <= CHECKED_AT_START_BYTES) {
                check(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + file, e);
        }
    }

    /// A handle beside those of SQLite.
    static FileChannel open(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open " + file, e);
        }
    }

    static void close(FileChannel handle) {
        try {
            handle.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the database file", e);
        }
    }

    /// Reads every page; on damage throws with the steps that save what can be saved. Changes nothing.
    static void check(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("pragma quick_check(1)")) {
            String verdict = result.next() ? result.getString(1) : "no answer";
            if (!"ok".equals(verdict)) {
                throw damaged(file, verdict);
            }
        } catch (SQLException e) {
            StoreException fault = SqliteEngine.fault(e);
            throw fault.kind() == Kind.CORRUPT
                    ? damaged(file, String.valueOf(e.getMessage()))
                    : fault;
        }
    }

    private static StoreException damaged(Path file, String verdict) {
        return new StoreException(
                Kind.CORRUPT,
                """
                the database %1$s is damaged (%2$s)
                It was not changed. To recover:
                  1. keep a copy of the whole folder: cp -a %3$s %3$s.damaged
                  2. restore a backup: waybill restore <backup> --data %3$s --force %3$s
                     or, without one, save what is readable:
                  3. sqlite3 %1$s .recover > recovered.sql
                     If that prints 'sql error', this sqlite3 was built without .recover: use another one.
                     grep -c '^INSERT' recovered.sql tells how many rows were found; go on only if that looks right.
                  4. sqlite3 recovered.db < recovered.sql
                     sqlite3 recovered.db 'delete from said_lately; delete from said_before;
                       insert into said_before select channel_id, id, thread_id from message order by 1, 2'
                     sqlite3 recovered.db 'pragma integrity_check; select count(*) from message'
                  5. remove %1$s-wal and %1$s-shm, and put recovered.db in the place of %1$s"""
                        .formatted(file, verdict, file.toAbsolutePath().getParent()));
    }
}
