package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.process.PostgresServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Work;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The server's store as it comes, in this process and in a folder that is gone with it.
record ScratchStore(Path path, DataFolder folder, Database database) implements AutoCloseable {
    static ScratchStore open(Path parent) throws IOException {
        return open(parent, StoreConfig.DEFAULTS);
    }

    /// Its rows are in a database that somebody else ends.
    static ScratchStore openOn(PostgresServer database, Path parent) throws IOException {
        DatabaseTarget target =
                new DatabaseTarget.Postgres(database.jdbcUrl(), PostgresServer.USER, null);
        return open(parent, StoreConfig.DEFAULTS.withDatabase(target));
    }

    private static ScratchStore open(Path parent, StoreConfig config) throws IOException {
        Path path = Files.createTempDirectory(parent, "store");
        DataFolder folder = DataFolder.open(path);
        return new ScratchStore(
                path, folder, Database.open(config, folder, new SimpleMeterRegistry()));
    }

    void write(Consumer<Tx> work) {
        database.write(
                tx -> {
                    work.accept(tx);
                    return 0;
                });
    }

    <T> T read(Work<ReadTx, T> work) {
        return database.read(work);
    }

    @Override
    public void close() throws IOException {
        database.close();
        folder.close();
        Folder.delete(path);
    }
}
