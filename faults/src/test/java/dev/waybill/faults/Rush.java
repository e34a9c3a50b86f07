package dev.waybill.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Many who come in the same moment, each with one request.
final class Rush implements AutoCloseable {
    private static final byte[] REQUEST =
            "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                    .getBytes(US_ASCII);

    private final Duration patience;
    private final List<Socket> sockets = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// So long each waits to be let in, and so long to be answered.
    Rush(Duration patience) {
        this.patience = patience;
    }

    /// Returns when all wait at the door and have said what they want; says how many do.
    int come(int port, int size) {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Socket socket = new Socket();
            sockets.add(socket);
            all.add(threads.submit(() -> comes(socket, port)));
        }
        return count(all);
    }

    private boolean comes(Socket socket, int port) {
        try {
            int millis = Math.toIntExact(patience.toMillis());
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(REQUEST);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /// How many get what they came for.
    int answered() {
        return count(
                sockets.stream().map(socket -> threads.submit(() -> isAnswered(socket))).toList());
    }

    private static boolean isAnswered(Socket socket) {
        try {
            return new String(socket.getInputStream().readNBytes(12), US_ASCII)
                    .equals("HTTP/1.1 200");
        } catch (IOException _) {
            return false;
        }
    }

    private static int count(List<Future<Boolean>> all) {
        try {
            int good = 0;
            for (Future<Boolean> one : all) {
                good += one.get() ? 1 : 0;
            }
            return good;
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
