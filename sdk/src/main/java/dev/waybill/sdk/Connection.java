package dev.waybill.sdk;

import java.io.IOException;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One WebSocket: text both ways, a bounded number of frames under way towards us, and one end.
///
/// Frames come in one after the other on a thread that must not wait. Writing may wait, for a while, and is done by one at
/// a time.
final class Connection implements AutoCloseable {
    private static final Duration GOODBYE = Duration.ofSeconds(2);
    private static final int UNAUTHORISED = 401;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final ReentrantLock writing = new ReentrantLock();
    private final Duration patience;
    private final Receiver receiver;
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private volatile long heardAt = System.nanoTime();
    private volatile String reason = "";

    /// What is done with each frame.
    @FunctionalInterface
    interface Receiver {
        /// True when the next frame may come; otherwise [Connection#more] says so later.
        boolean received(Connection connection, String frame);

        /// No more frames come.
        default void ended() {}
    }

    private Connection(Duration patience, Receiver receiver) {
        this.patience = patience;
        this.receiver = receiver;
    }

    /// Opens one with that many frames under way; throws a [RelayException] when there is none to be had.
    static Connection open(
            Endpoint endpoint, String path, String token, int window, Receiver receiver)
            throws InterruptedException {
        RelayOptions options = endpoint.options();
        Connection connection = new Connection(options.silence(), receiver);
        CompletableFuture<WebSocket> opening =
                endpoint.client()
                        .newWebSocketBuilder()
                        .connectTimeout(options.connectTimeout())
                        .header("Authorization", "Bearer " + token)
                        .buildAsync(endpoint.socket(path), connection.new Ears(window));
        try {
            connection.socket.complete(
                    opening.get(options.connectTimeout().toMillis() * 2, TimeUnit.MILLISECONDS));
            return connection;
        } catch (ExecutionException e) {
            throw refused(endpoint, path, e.getCause());
        } catch (TimeoutException e) {
            var _ = opening.thenAccept(WebSocket::abort);
            throw new RelayException(
                    RelayException.CONNECTION, endpoint + path + " does not answer", e);
        } catch (InterruptedException e) {
            var _ = opening.thenAccept(WebSocket::abort);
            throw e;
        }
    }

    private static RelayException refused(
            Endpoint endpoint, String path, @Nullable Throwable cause) {
        if (cause instanceof WebSocketHandshakeException handshake) {
            int status = handshake.getResponse().statusCode();
            return new RelayException(
                    status == UNAUTHORISED ? "unauthorized" : "http_" + status,
                    endpoint + path + " refused the connection with HTTP " + status,
                    status != UNAUTHORISED);
        }
        IOException io = cause instanceof IOException known ? known : new IOException(cause);
        return new RelayException(
                RelayException.CONNECTION, "no connection to " + endpoint + path + ": " + io, io);
    }

    /// Sends a frame; false when the connection is over. Waits while the other side does not read, but not for ever.
    boolean send(String frame) {
        writing.lock();
        try {
            if (over()) {
                return false;
            }
            written(socket.join().sendText(frame, true));
            return true;
        } catch (ExecutionException | TimeoutException e) {
            abort("a frame could not be written: " + e);
            return false;
        } finally {
            writing.unlock();
        }
    }

    /// Asks for a sign of life; one that cannot be asked for shows as the end.
    void ping() {
        var _ = socket.join().sendPing(ByteBuffer.allocate(0));
    }

    /// One more frame may come.
    void more() {
        var _ = socket.thenAccept(open -> open.request(1));
    }

    boolean over() {
        return ended.getCount() == 0;
    }

    /// How long nothing has been heard.
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardAt);
    }

    /// True when the connection has ended within that time.
    boolean awaitEnd(Duration time) throws InterruptedException {
        return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    String reason() {
        return reason;
    }

    void abort(String why) {
        end(why);
        var _ = socket.thenAccept(WebSocket::abort);
    }

    /// Says goodbye, and leaves after a moment whether or not it was answered.
    @Override
    public void close() {
        WebSocket open = socket.join();
        writing.lock();
        try {
            if (!over()) {
                open.sendClose(WebSocket.NORMAL_CLOSURE, "")
                        .get(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
                awaitEnd(GOODBYE);
            }
        } catch (ExecutionException | TimeoutException _) {
            end("closed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            writing.unlock();
            abort("closed");
        }
    }

    /// Half a frame helps nobody: who is interrupted finishes it first.
    private void written(CompletableFuture<WebSocket> frame)
            throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        long until = System.nanoTime() + patience.toNanos();
        try {
            while (true) {
                try {
                    frame.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(String why) {
        if (!over()) {
            reason = why;
            ended.countDown();
            receiver.ended();
        }
    }

    /// Puts frames together and hands them on.
    private final class Ears implements WebSocket.Listener {
        private final int window;
        private final StringBuilder partial = new StringBuilder();

        Ears(int window) {
            this.window = window;
        }

        @Override
        public void onOpen(WebSocket opened) {
            opened.request(window);
        }

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence data, boolean last) {
            heardAt = System.nanoTime();
            partial.append(data);
            if (!last) {
                from.request(1);
                return null;
            }
            String frame = partial.toString();
            partial.setLength(0);
            if (over() || receiver.received(Connection.this, frame)) {
                from.request(1);
            }
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
            return alive(from);
        }

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
            return alive(from);
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String why) {
            end("the server closed it: " + code + " " + why);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            end(String.valueOf(error));
        }

        private @Nullable CompletionStage<?> alive(WebSocket from) {
            heardAt = System.nanoTime();
            from.request(1);
            return null;
        }
    }
}
