package dev.waybill.server.http;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes connections whose request head, or TLS handshake, takes too long.
///
/// Jetty's idle timeout begins anew with every byte, so a client that sends one byte at a time would hold a connection
/// for ever.
final class HeadDeadline extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(HeadDeadline.class);
    private static final Set<HttpParser.State> IN_HEAD =
            EnumSet.of(
                    HttpParser.State.METHOD,
                    HttpParser.State.SPACE1,
                    HttpParser.State.URI,
                    HttpParser.State.SPACE2,
                    HttpParser.State.REQUEST_VERSION,
                    HttpParser.State.HEADER);

    private final ServerConnector connector;
    private final Duration limit;
    private volatile Scheduler.Task next = () -> false;

    /// Those that have sent no request yet, by when a sweep saw them first. It belongs to the sweeps, one after the other.
    private Map<EndPoint, Long> fresh = Map.of();

    HeadDeadline(ServerConnector connector, Duration limit) {
        this.connector = connector;
        this.limit = limit;
    }

    @Override
    protected void doStart() {
        schedule();
    }

    @Override
    protected void doStop() {
        next.cancel();
    }

    private void schedule() {
        next =
                connector
                        .getScheduler()
                        .schedule(
                                this::sweep,
                                Math.max(1, limit.toMillis() / 4),
                                TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        try {
            Map<EndPoint, Long> seen = new HashMap<>();
            connector.getConnectedEndPoints().stream()
                    .filter(endPoint -> overdue(endPoint, seen))
                    .forEach(EndPoint::close);
            fresh = seen;
        } catch (RuntimeException e) {
            LOG.error("Slow connections could not be looked for; the next sweep tries again", e);
        } finally {
            if (isRunning()) {
                schedule();
            }
        }
    }

    private boolean overdue(EndPoint endPoint, Map<EndPoint, Long> seen) {
        return OpenConnections.http(endPoint)
                .filter(
                        http ->
                                http.getMessagesIn() == 0
                                        ? old(endPoint, seen)
                                        : inHeadTooLong(http.getParser()))
                .isPresent();
    }

    /// Not by the time it was created at: Jetty takes that from the clock of the machine, which may be set meanwhile.
    private boolean old(EndPoint endPoint, Map<EndPoint, Long> seen) {
        long now = System.nanoTime();
        long since = fresh.getOrDefault(endPoint, now);
        seen.put(endPoint, since);
        return now - since > limit.toNanos();
    }

    private boolean inHeadTooLong(HttpParser parser) {
        return IN_HEAD.contains(parser.getState())
                && System.nanoTime() - parser.getBeginNanoTime() > limit.toNanos();
    }
}
