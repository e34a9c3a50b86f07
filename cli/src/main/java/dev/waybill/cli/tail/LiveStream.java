package dev.waybill.cli.tail;

import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Http;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One connection to the live stream of a workspace. Its frames wait here, a bounded number of them, until they are
/// taken; what the server sends beyond that waits in the network.
final class LiveStream implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int WINDOW = 256;

    private final WebSocket socket;
    private final BlockingQueue<Arrival> arrived;

    private LiveStream(WebSocket socket, BlockingQueue<Arrival> arrived) {
        this.socket = socket;
        this.arrived = arrived;
    }

    /// What came over the connection.
    sealed interface Arrival {
        record Frame(String text) implements Arrival {}

        /// The other side is still there.
        record SignOfLife() implements Arrival {}

        /// Nothing comes after it.
        record End(int code, String reason) implements Arrival {}
    }

    /// Throws an [IOException] when there is no connection but a later attempt may get one.
    static LiveStream open(URI server, Credential credential) throws IOException {
        BlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
        String scheme = server.getScheme().equals("https") ? "wss" : "ws";
        URI address = URI.create(scheme + "://" + server.getRawAuthority() + "/v1/ws");
        try {
            WebSocket socket =
                    Http.client(server)
                            .newWebSocketBuilder()
                            .connectTimeout(CONNECT_TIMEOUT)
                            .header("Authorization", credential.bearer())
                            .buildAsync(address, new Listener(arrived))
                            .get();
            return new LiveStream(socket, arrived);
        } catch (ExecutionException e) {
            throw failure(server, credential, e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static IOException failure(
            URI server, Credential credential, @Nullable Throwable cause) {
        if (cause instanceof WebSocketHandshakeException refused) {
            int status = refused.getResponse().statusCode();
            if (status == 401 || status == 403) {
                throw new CommandFailure(
                        ExitCode.NOT_AUTHORISED,
                        "%s does not show its stream (HTTP %d); sent was %s"
                                .formatted(server, status, credential.origin()));
            }
            return new IOException("it refused the stream (HTTP " + status + ")", refused);
        }
        return cause instanceof IOException failed ? failed : new IOException(cause);
    }

    /// Empty when nothing came within that time.
    Optional<Arrival> next(Duration patience) throws InterruptedException {
        Arrival next = arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (next != null) {
            socket.request(1);
        }
        return Optional.ofNullable(next);
    }

    /// Asks to be told everything after that number. One that cannot be sent shows as the end of the connection.
    void resync(long seen) {
        var _ = socket.sendText("{\"type\":\"resync\",\"last_seen_seq\":" + seen + "}", true);
    }

    /// Asks for a sign of life. One that cannot be sent shows as the end of the connection.
    void ping() {
        var _ = socket.sendPing(ByteBuffer.allocate(0));
    }

    @Override
    public void close() {
        socket.abort();
    }

    /// Puts frames together and hands them over.
    private static final class Listener implements WebSocket.Listener {
        private final BlockingQueue<Arrival> arrived;
        private final StringBuilder partial = new StringBuilder();

        Listener(BlockingQueue<Arrival> arrived) {
            this.arrived = arrived;
        }

        @Override
        public void onOpen(WebSocket socket) {
            socket.request(WINDOW);
        }

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket socket, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                arrived.add(new Arrival.Frame(partial.toString()));
                partial.setLength(0);
            } else {
                socket.request(1);
            }
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
            arrived.add(new Arrival.SignOfLife());
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            arrived.add(new Arrival.SignOfLife());
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            arrived.add(new Arrival.End(code, reason));
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            arrived.add(new Arrival.End(0, String.valueOf(error.getMessage())));
        }
    }
}
