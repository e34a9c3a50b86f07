package dev.waybill.sdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// A bad network in front of a server: it cuts, swallows, delays, and leaves the server with connections whose other end is
/// gone.
final class FlakyProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();
    private volatile long delayNanos;

    private record Pair(Socket client, Socket server, AtomicBoolean swallows) {}

    FlakyProxy(int target) {
        this.target = target;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().name("proxy").start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /// Each piece of data comes so much later.
    void delay(long millis) {
        delayNanos = millis * 1_000_000;
    }

    /// Resets every connection, as a network does that is gone.
    void cut() {
        take().forEach(
                        pair -> {
                            reset(pair.client());
                            reset(pair.server());
                        });
    }

    /// Resets the clients' ends and keeps the server's: it goes on writing to nobody, while the client comes back.
    void orphan() {
        take().forEach(
                        pair -> {
                            pair.swallows().set(true);
                            reset(pair.client());
                        });
    }

    /// Nothing gets through any more on those that are open, and nobody is told.
    void swallow() {
        pairs.forEach(pair -> pair.swallows().set(true));
    }

    private List<Pair> take() {
        List<Pair> all = List.copyOf(pairs);
        pairs.removeAll(all);
        return all;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open(client);
            } catch (IOException _) {
                // The listener is closed.
            }
        }
    }

    private void open(Socket client) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 2000);
        } catch (IOException _) {
            reset(client);
            return;
        }
        Pair pair = new Pair(client, server, new AtomicBoolean());
        pairs.add(pair);
        Thread.ofPlatform().daemon().start(() -> pump(pair, client, server));
        Thread.ofPlatform().daemon().start(() -> pump(pair, server, client));
    }

    private void pump(Pair pair, Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (delayNanos > 0) {
                    LockSupport.parkNanos(delayNanos);
                }
                if (!pair.swallows().get()) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException _) {
            // Cut, from one side or the other.
        }
        if (!pair.swallows().get()) {
            reset(from);
            reset(to);
            pairs.remove(pair);
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException _) {
            // It is gone already.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pairs.forEach(pair -> pair.swallows().set(false));
        cut();
    }
}
