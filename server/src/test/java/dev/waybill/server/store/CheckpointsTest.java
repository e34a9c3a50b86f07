package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointsTest {
    private static final int ENOUGH_TO_COPY = 100_000;

    private final CountDownLatch copying = new CountDownLatch(1);
    private final Checkpoints checkpoints = new Checkpoints(this::slowToOpen, () -> {});
    private final Thread closer = Thread.ofPlatform().daemon().unstarted(checkpoints::close);

    @Test
    void closing_while_the_log_is_copied_ends_with_the_copying() throws Exception {
        checkpoints.start();
        try (Session writer = session()) {
            checkpoints.committed(writer, ENOUGH_TO_COPY);
            assertThat(copying.await(20, TimeUnit.SECONDS)).isTrue();

            closer.start();

            assertThat(closer.join(Duration.ofSeconds(20))).isTrue();
        }
    }

    @Test
    void what_somebody_read_while_it_was_copied_is_copied_after_the_sync(@TempDir Path folder)
            throws Exception {
        Path file = folder.resolve("copied.db");
        CountDownLatch synced = new CountDownLatch(1);
        try (Session writer = session(file);
                Session reader = session(file)) {
            writer.command("create table note (text text)");
            reader.command("begin");
            reader.query("select count(*) from note", row -> row.number(1));
            write(writer, 1 << 20);
            Runnable sync =
                    () -> {
                        reader.command("commit");
                        synced.countDown();
                    };
            try (Checkpoints copies = new Checkpoints(() -> session(file), sync)) {
                copies.start();
                copies.committed(writer, ENOUGH_TO_COPY);
                assertThat(synced.await(20, TimeUnit.SECONDS)).isTrue();

                Eventually.is("it is copied", () -> Files.size(file) > 1 << 20);
            }
        }
    }

    private static void write(Session session, int bytes) {
        session.update("insert into note (text) values (hex(zeroblob(?)))", bytes / 2);
    }

    /// Begins to copy, and goes on when somebody waits for the end of it.
    private Session slowToOpen() {
        copying.countDown();
        while (closer.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        return session();
    }

    private static Session session() {
        return connected("jdbc:sqlite::memory:");
    }

    /// One that leaves the log alone.
    private static Session session(Path file) {
        Session session = connected("jdbc:sqlite:" + file);
        session.query("pragma journal_mode = wal", row -> row.text(1));
        session.query("pragma wal_autocheckpoint = 0", row -> row.number(1));
        return session;
    }

    private static Session connected(String url) {
        try {
            return new Session(
                    Dialect.SQLITE,
                    DriverManager.getConnection(url),
                    SqliteEngine::fault,
                    SqliteEngine::cancel);
        } catch (SQLException e) {
            throw SqliteEngine.fault(e);
        }
    }
}
