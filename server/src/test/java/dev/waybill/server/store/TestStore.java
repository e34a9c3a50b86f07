package dev.waybill.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/// An open database with one table of notes, and callers to use it.
public record TestStore(DataFolder folder, Database database, ExecutorService callers)
        implements AutoCloseable {
    public static TestStore open(TestEngine engine, Path path, StoreConfig config) {
        TestStore store = open(path, config.withDatabase(engine.freshDatabase()));
        store.database.write(
                tx -> tx.execute("create table note (id bigint primary key, text text not null)"));
        return store;
    }

    public static TestStore open(Path path, StoreConfig config) {
        DataFolder folder = DataFolder.open(path);
        return new TestStore(
                folder,
                Database.open(config, folder, new SimpleMeterRegistry()),
                Executors.newVirtualThreadPerTaskExecutor());
    }

    static int insert(Tx tx, long id, String text) {
        return tx.execute("insert into note (id, text) values (?, ?)", id, text);
    }

    static String count(ReadTx tx) {
        return tx.list("select count(*) from note", row -> row.text(1)).getFirst();
    }

    List<String> texts() {
        return database.read(
                tx -> tx.list("select text from note order by id", row -> row.text(1)));
    }

    /// Occupies the writer until the returned latch is counted down.
    CountDownLatch holdWriter() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch ready = new CountDownLatch(1);
        callers.execute(
                () ->
                        database.write(
                                Duration.ofSeconds(30),
                                tx -> {
                                    held.countDown();
                                    return await(ready);
                                }));
        held.await();
        return ready;
    }

    void awaitQueued(int waiting) {
        while (database.queued() < waiting) {
            LockSupport.parkNanos(100_000);
        }
    }

    static int await(CountDownLatch latch) {
        try {
            latch.await();
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    static boolean failed(Future<?> future) {
        while (!future.isDone()) {
            LockSupport.parkNanos(100_000);
        }
        return future.state() == Future.State.FAILED;
    }

    static Kind kindOf(Future<?> future) {
        assertThat(failed(future)).isTrue();
        return ((StoreException) future.exceptionNow()).kind();
    }

    @Override
    public void close() {
        callers.close();
        database.close();
        folder.close();
    }
}
