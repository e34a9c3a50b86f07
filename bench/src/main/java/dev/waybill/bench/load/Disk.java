package dev.waybill.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/// What the disk can do at that moment: the figures beside it are worth what this one is.
public record Disk(Path folder) {
    private static final Duration LENGTH = Duration.ofMillis(500);

    /// How many appends of 1 KB are made durable in a second, one after the other.
    public double appendsPerSecond() throws IOException {
        ByteBuffer kilobyte = ByteBuffer.allocate(1024);
        try (FileChannel file =
                FileChannel.open(
                        folder.resolve("bare"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND,
                        StandardOpenOption.DELETE_ON_CLOSE)) {
            long start = System.nanoTime();
            int appends = 0;
            while (System.nanoTime() - start < LENGTH.toNanos()) {
                file.write(kilobyte.rewind());
                file.force(false);
                appends++;
            }
            return appends * 1e9 / (System.nanoTime() - start);
        }
    }
}
