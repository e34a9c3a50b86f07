package dev.waybill.bench.limit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// The file, and the thread that appends to it: one write and one fsync for each group.
final class Journal {
    private final FileChannel file;
    private final Runnable told;
    private final BlockingQueue<Group> handed = new ArrayBlockingQueue<>(1);
    private final Queue<Group> durable = new ConcurrentLinkedQueue<>();

    /// `told` is run by the thread of the file each time that a group is durable.
    Journal(Path path, Runnable told) throws IOException {
        this.file =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
        this.told = told;
    }

    void start() {
        Thread.ofPlatform().name("journal").start(this::run);
    }

    /// Only when the last group is durable.
    void write(Group group) {
        handed.add(group);
    }

    /// The group that has become durable, once.
    @Nullable Group durable() {
        return durable.poll();
    }

    private void run() {
        try {
            while (true) {
                Group group = handed.take();
                ByteBuffer bytes = group.bytes();
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(false);
                durable.add(group);
                told.run();
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("nothing can be kept any more: " + e);
            Runtime.getRuntime().halt(1);
        }
    }
}
