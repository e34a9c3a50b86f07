package dev.waybill.bench.store;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;

/// The store as the server uses it: a message row and a delivery row per write, commits shared.
record WaybillStore(String name, DataFolder folder, Database database) implements Contender {
    static WaybillStore open(String name, Path path, DatabaseTarget target) {
        StoreConfig config = StoreConfig.DEFAULTS.withDatabase(target);
        DataFolder folder = DataFolder.open(path);
        return new WaybillStore(
                name, folder, Database.open(config, folder, new SimpleMeterRegistry()));
    }

    @Override
    public void write(long number, String text) {
        database.write(
                tx -> {
                    tx.execute(Rows.MESSAGE, number, text);
                    return tx.execute(Rows.DELIVERY, number % Rows.AGENTS, number, number);
                });
    }

    @Override
    public void close() {
        database.close();
        folder.close();
    }
}
