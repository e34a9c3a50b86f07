package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.StoreConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A process that writes pairs of rows as fast as it can and prints each number once it is told that it is durable,
/// until somebody kills it. Arguments: data folder, first number, and for PostgreSQL its URL.
final class CrashingWriter {
    private static final int CALLERS = 16;

    private CrashingWriter() {}

    public static void main(String[] args) {
        DataFolder folder = DataFolder.open(Path.of(args[0]));
        Database database =
                Database.open(
                        StoreConfig.DEFAULTS.withDatabase(target(args.length > 2 ? args[2] : null)),
                        folder,
                        new SimpleMeterRegistry());
        AtomicLong numbers = new AtomicLong(Long.parseLong(args[1]));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println("ready");
        for (int i = 0; i < CALLERS; i++) {
            Thread.ofPlatform().start(() -> writeForever(database, numbers, out));
        }
    }

    private static void writeForever(Database database, AtomicLong numbers, PrintStream out) {
        while (true) {
            long number = numbers.getAndIncrement();
            database.write(
                    tx -> {
                        tx.execute("insert into left_half values (?)", number);
                        return tx.execute("insert into right_half values (?)", number);
                    });
            out.println(number);
        }
    }

    private static DatabaseTarget target(@Nullable String url) {
        return url == null
                ? new DatabaseTarget.Sqlite()
                : new DatabaseTarget.Postgres(url, "postgres", null);
    }
}
