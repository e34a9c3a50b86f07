package dev.waybill.server.network.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/// Stands between a client and a broker and can be cut: nobody is told, but nothing gets through until it is healed.
final class Proxy implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    Proxy(int target) {
        this.target = target;
        try {
            this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("proxy-door").start(this::accept);
    }

    String url() {
        return "nats://127.0.0.1:" + door.getLocalPort();
    }

    void cut() {
        gate = new CountDownLatch(1);
    }

    void heal() {
        gate.countDown();
    }

    @Override
    public void close() {
        heal();
        sockets.forEach(Proxy::close);
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        try {
            while (!door.isClosed()) {
                Socket client = door.accept();
                Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(broker);
                Thread.ofVirtual().name("proxy-up").start(() -> pump(client, broker));
                Thread.ofVirtual().name("proxy-down").start(() -> pump(broker, client));
            }
        } catch (IOException _) {
            // Closed.
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[16 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                gate.await();
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException _) {
            // One side has gone.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
