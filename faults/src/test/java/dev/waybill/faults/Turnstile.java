package dev.waybill.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;

/// A door of its own for one client, which counts how often it comes. While there is no server behind it, it shuts at once.
final class Turnstile implements AutoCloseable {
    private final ServerSocket listener;
    private final IntSupplier target;
    private final Runnable count;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Turnstile(IntSupplier target, Runnable count) {
        this.target = target;
        this.count = count;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                count.run();
                open.add(client);
                threads.execute(() -> pass(client));
            } catch (IOException _) {
                // it is closed
            }
        }
    }

    private void pass(Socket client) {
        Socket server = new Socket();
        open.add(server);
        try {
            server.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), target.getAsInt()),
                    5000);
            threads.execute(() -> pump(server, client));
            pump(client, server);
        } catch (IOException _) {
            shut(client, server);
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // one of them is gone
        }
        shut(from, to);
    }

    private void shut(Socket... sockets) {
        for (Socket socket : sockets) {
            open.remove(socket);
            try {
                socket.close();
            } catch (IOException _) {
                // it is closed already
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        shut(open.toArray(Socket[]::new));
        threads.shutdownNow();
    }
}
