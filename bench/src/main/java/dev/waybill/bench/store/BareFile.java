package dev.waybill.bench.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/// The limit of the disk: appends to a file, one fsync for all that wait; no index, no query, no transaction.
final class BareFile implements Contender {
    private static final int MOST = 512;

    private final FileChannel file;
    private final BlockingQueue<Append> queue = new ArrayBlockingQueue<>(4096);
    private final Thread thread = Thread.ofPlatform().name("bare-file").start(this::run);

    BareFile(Path path) throws IOException {
        this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public String name() {
        return "bare file";
    }

    @Override
    public void write(long number, String text) throws Exception {
        Append append =
                new Append(ByteBuffer.wrap(text.getBytes(UTF_8)), new CompletableFuture<>());
        queue.put(append);
        append.done.get();
    }

    @Override
    public void close() throws Exception {
        thread.interrupt();
        thread.join();
        file.close();
    }

    private void run() {
        List<Append> batch = new ArrayList<>();
        try {
            while (true) {
                batch.add(queue.take());
                queue.drainTo(batch, MOST - 1);
                for (Append append : batch) {
                    file.write(append.bytes);
                }
                file.force(false);
                batch.forEach(append -> append.done.complete(true));
                batch.clear();
            }
        } catch (InterruptedException _) {
            // closed
        } catch (IOException e) {
            batch.forEach(append -> append.done.completeExceptionally(e));
        }
    }

    private record Append(ByteBuffer bytes, CompletableFuture<Boolean> done) {}
}
