package dev.waybill.server.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.internal.HttpConnection;

/// Ends the server's work in order: new requests are refused, connections that rest are closed, and requests under way
/// have their time.
///
/// Jetty by itself would give each connection a second without a byte, whether it rests or a body is arriving on it.
final class Drain extends GracefulHandler {
    /// How long the last answer on a connection may take to be read.
    static final Duration LAST_WORDS = Duration.ofMillis(200);

    private static final long SWEEP_MILLIS = 20;

    private final ServerConnector connector;
    private final Duration limit;

    Drain(Handler handler, ServerConnector connector, Duration limit) {
        super(handler);
        this.connector = connector;
        this.limit = limit;
        connector.setShutdownIdleTimeout(-1);
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        // First, so that a connection seen at rest can no longer begin a request that would be
        // carried out.
        CompletableFuture<Void> done = super.shutdown();
        after(limit.toMillis(), this::endBodies);
        closeResting();
        return done;
    }

    /// Again and again: an answer may have promised a next request, or a connection been accepted, a moment before.
    private void closeResting() {
        try {
            connections().forEach(Drain::closeIfResting);
        } finally {
            after(SWEEP_MILLIS, this::closeResting);
        }
    }

    private static void closeIfResting(HttpConnection http) {
        if (http.getParser().isState(HttpParser.State.START)) {
            http.close();
        } else if (http.getEndPoint().isOutputShutdown()) {
            // Answered. Closing at once could take the answer from a sender that is still sending.
            http.getEndPoint().setIdleTimeout(LAST_WORDS.toMillis());
        }
    }

    /// Wakes whoever waits for a body, as if the sender had been silent for too long.
    private void endBodies() {
        connections()
                .filter(http -> http.getParser().inContentState())
                .forEach(
                        http -> http.onIdleExpired(new TimeoutException("the server is stopping")));
    }

    private Stream<HttpConnection> connections() {
        return connector.getConnectedEndPoints().stream()
                .map(OpenConnections::http)
                .flatMap(Optional::stream);
    }

    private void after(long millis, Runnable task) {
        if (connector.isRunning()) {
            connector.getScheduler().schedule(task, millis, TimeUnit.MILLISECONDS);
        }
    }
}
