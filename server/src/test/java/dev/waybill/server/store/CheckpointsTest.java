package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class CheckpointsTest {
    private static final int ENOUGH_TO_COPY = 100_000;

    private final CountDownLatch copying = new CountDownLatch(1);
    private final Checkpoints checkpoints = new Checkpoints(this::slowToOpen);
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

    /// Begins to copy, and goes on when somebody waits for the end of it.
    private Session slowToOpen() {
        copying.countDown();
        while (closer.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        return session();
    }

    private static Session session() {
        try {
            return new Session(
                    Dialect.SQLITE,
                    DriverManager.getConnection("jdbc:sqlite::memory:"),
                    SqliteEngine::fault,
                    SqliteEngine::cancel);
        } catch (SQLException e) {
            throw SqliteEngine.fault(e);
        }
    }
}
