package dev.waybill.bench.limit;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// Bytes to and from one client, which begins with HTTP and may go on with WebSocket.
final class Connection {
    private static final int LARGEST_READ = 256 << 10;

    /// So much does not wait for more: the client can read it while the rest is written.
    private static final int SENT_AT = 64 << 10;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final LimitServer server;
    private final Speech speech;
    private ByteBuffer in = ByteBuffer.allocate(8 << 10);
    private ByteBuffer out = ByteBuffer.allocateDirect(8 << 10);
    private ByteBuffer leaving = out.duplicate();
    private boolean unsent;
    private boolean blocked;

    private Connection(SocketChannel channel, SelectionKey key, LimitServer server) {
        this.channel = channel;
        this.key = key;
        this.server = server;
        this.speech = new Speech(this, server);
    }

    static void join(SocketChannel channel, Selector selector, LimitServer server)
            throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(new Connection(channel, key, server));
    }

    /// What it showed when it became a socket.
    String token() {
        return speech.token();
    }

    void registered() {
        speech.registered();
    }

    /// The sender is told that its message is durable.
    void confirm(long id, long number) {
        speech.confirm(id, number);
    }

    /// Where to put a frame of that size.
    ByteBuffer frame(int size) {
        return speech.frame(size);
    }

    void ready() {
        try {
            if (key.isReadable()) {
                read();
            }
            if (key.isValid() && key.isWritable()) {
                send();
            }
        } catch (IOException | RuntimeException e) {
            System.err.println("a connection is cut: " + e);
            close();
        }
    }

    private void read() throws IOException {
        if (channel.read(in) < 0) {
            close();
            return;
        }
        boolean filled = !in.hasRemaining();
        in.flip();
        while (speech.take(in)) {
            // the next one
        }
        in.compact();
        if (filled && in.capacity() < LARGEST_READ) {
            in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
        } else if (!in.hasRemaining()) {
            throw new IOException("too much at once");
        }
    }

    /// Where to put what is to be sent, with room for `bytes`.
    ByteBuffer out(int bytes) {
        if (!blocked && out.position() - leaving.position() >= SENT_AT) {
            send();
        }
        if (out.remaining() < bytes) {
            makeRoom(bytes);
        }
        if (!unsent) {
            unsent = true;
            server.hasUnsent(this);
        }
        return out;
    }

    private void makeRoom(int bytes) {
        leaving.limit(out.position());
        int least = leaving.remaining() + bytes;
        out =
                least <= out.capacity() / 2
                        ? leaving.compact()
                        : ByteBuffer.allocateDirect(Math.max(2 * out.capacity(), least))
                                .put(leaving);
        leaving = out.duplicate().position(0);
    }

    void flush() {
        unsent = false;
        if (!blocked && out.position() > leaving.position()) {
            send();
        }
    }

    /// What the client does not take now goes when it does.
    private void send() {
        try {
            leaving.limit(out.position());
            channel.write(leaving);
            if (!leaving.hasRemaining()) {
                out.clear();
                leaving.clear();
            }
            block(out.position() > 0);
        } catch (IOException e) {
            close();
        }
    }

    private void block(boolean on) {
        if (on != blocked) {
            blocked = on;
            key.interestOps(
                    on ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    void close() {
        out.clear();
        leaving.clear();
        try {
            channel.close();
        } catch (IOException _) {
            // it is gone either way
        }
    }
}
