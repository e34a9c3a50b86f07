package dev.waybill.server.observe;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Sight;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks every few seconds, and when told that something changed, whether the tokens of the open streams still hold. One
/// that does not cuts its streams; one that sees other things than before makes them see those.
final class TokenWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TokenWatch.class);
    private static final Duration ROUND = Duration.ofSeconds(4);

    private final Credentials credentials;
    private final Supplier<Set<ObserverStream>> streams;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread = Thread.ofVirtual().name("observer-tokens").unstarted(this::run);

    TokenWatch(Credentials credentials, Supplier<Set<ObserverStream>> streams) {
        this.credentials = credentials;
        this.streams = streams;
    }

    void start() {
        thread.start();
    }

    void checkNow() {
        due.release();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (due.tryAcquire(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
                    due.drainPermits();
                }
                round();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void round() {
        Map<Token, List<ObserverStream>> byToken =
                streams.get().stream().collect(Collectors.groupingBy(ObserverStream::token));
        byToken.forEach(this::check);
    }

    private void check(Token token, List<ObserverStream> open) {
        try {
            Optional<Sight> sight =
                    credentials.check(token).filter(TokenWatch::mayWatch).map(Sight::of);
            sight.ifPresentOrElse(
                    now -> open.forEach(stream -> stream.see(now)),
                    () ->
                            open.forEach(
                                    stream ->
                                            stream.cut(
                                                    "the token was revoked, has expired or may not watch any more")));
        } catch (StoreException e) {
            LOG.warn("An observer's token cannot be checked: {}", e.kind().words());
        }
    }

    private static boolean mayWatch(Caller caller) {
        return switch (caller) {
            case Caller.Owner _ -> true;
            case Caller.Observer observer -> observer.scopes().contains(ObserverScope.STREAM_READ);
            case Caller.Agent _, Caller.Node _, Caller.Webhook _ -> false;
        };
    }
}
