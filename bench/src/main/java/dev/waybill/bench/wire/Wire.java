package dev.waybill.bench.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// One connection of the load generator. After [#join], only the thread of its loop may touch it.
public final class Wire {
    /// As much as the clients of the peers read at once.
    private static final int LARGEST_READ = 64 << 10;

    private final SocketChannel channel;
    private final Loop loop;
    private final Takes takes;
    private ByteBuffer in = ByteBuffer.allocate(4 << 10);
    private ByteBuffer out = ByteBuffer.allocate(1 << 10);
    private @Nullable SelectionKey key;
    private volatile boolean cut;

    /// Cuts what was read into messages.
    public interface Takes {
        /// Takes one whole message off the buffer; false when there is none yet.
        boolean take(ByteBuffer in);
    }

    public Wire(InetSocketAddress server, Loop loop, Takes takes) throws IOException {
        this.channel = SocketChannel.open(server);
        this.loop = loop;
        this.takes = takes;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /// While the connection is not part of the loop yet, it blocks.
    public SocketChannel channel() {
        return channel;
    }

    public void join() throws IOException {
        channel.configureBlocking(false);
        loop.execute(
                () -> {
                    try {
                        key = channel.register(loop.selector(), SelectionKey.OP_READ, this);
                        flush();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /// Where to put what is to be sent, with room for `bytes`.
    public ByteBuffer out(int bytes) {
        if (out.remaining() < bytes) {
            ByteBuffer larger =
                    ByteBuffer.allocate(Math.max(2 * out.capacity(), out.position() + bytes));
            out = larger.put(out.flip());
        }
        loop.hasUnsent(this);
        return out;
    }

    void read() {
        try {
            int read = channel.read(in);
            if (read < 0) {
                cut();
                return;
            }
            boolean filled = !in.hasRemaining();
            in.flip();
            while (takes.take(in)) {
                // the next one
            }
            in.compact();
            if (!in.hasRemaining() || (filled && in.capacity() < LARGEST_READ)) {
                in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
            }
        } catch (IOException e) {
            cut();
        }
    }

    void flush() {
        SelectionKey joined = key;
        if (joined == null || cut) {
            return;
        }
        try {
            out.flip();
            channel.write(out);
            out.compact();
            joined.interestOps(
                    out.position() > 0
                            ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
                            : SelectionKey.OP_READ);
        } catch (IOException e) {
            cut();
        }
    }

    public boolean isCut() {
        return cut;
    }

    public void cut() {
        cut = true;
        try {
            channel.close();
        } catch (IOException _) {
            // it is gone either way
        }
    }
}
