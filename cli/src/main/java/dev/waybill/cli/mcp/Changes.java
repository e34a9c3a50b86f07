package dev.waybill.cli.mcp;

import dev.waybill.cli.mcp.Remote.Opened;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Passes on what the server says by itself, and comes back whenever the stream ends.
final class Changes implements Runnable {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int NOT_OFFERED = 405;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int OK = 200;

    private final Remote remote;
    private final HostSession session;
    private final HostPipe pipe;
    private final Duration silence;
    private final Renewals renewals = new Renewals();

    Changes(Remote remote, HostSession session, HostPipe pipe) {
        this(remote, session, pipe, Pulsed.SILENCE);
    }

    /// A stream that says nothing for that long is given up.
    Changes(Remote remote, HostSession session, HostPipe pipe, Duration silence) {
        this.remote = remote;
        this.session = session;
        this.pipe = pipe;
        this.silence = silence;
    }

    /// Where it was in which session.
    private record Place(Opened session, @Nullable String lastId, Duration pause) {}

    @Override
    public void run() {
        try {
            @Nullable Place place = null;
            while (true) {
                Opened now = session.opened();
                if (now == null) {
                    return;
                }
                @Nullable String lastId =
                        place != null && place.session.equals(now) ? place.lastId : null;
                Place next = follow(now, lastId);
                if (next == null) {
                    return;
                }
                place = next;
                Thread.sleep(place.pause);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Until the stream ends; null when the server has none.
    private @Nullable Place follow(Opened now, @Nullable String lastId)
            throws InterruptedException {
        try {
            HttpResponse<InputStream> response = remote.listen(now, lastId);
            if (response.statusCode() == OK) {
                renewals.lasted();
                try (EventStream events =
                        new EventStream(new Pulsed(response.body(), silence), lastId)) {
                    return pass(now, events);
                }
            }
            response.body().close();
            return switch (response.statusCode()) {
                case NOT_OFFERED -> null;
                case NOT_FOUND -> renewed(now);
                case GONE -> new Place(now, null, PAUSE);
                default -> new Place(now, lastId, PAUSE);
            };
        } catch (IOException _) {
            return new Place(now, lastId, PAUSE); // it is tried again until the host goes
        }
    }

    private @Nullable Place renewed(Opened lost) throws IOException, InterruptedException {
        session.renew(lost);
        try {
            renewals.count();
        } catch (Renewals.Forgotten e) {
            pipe.note("changes are no longer told: " + e.getMessage());
            return null;
        }
        return new Place(lost, null, Duration.ZERO);
    }

    /// A stream that breaks goes on after the last event that arrived whole.
    private Place pass(Opened now, EventStream events) {
        try {
            for (var data = events.next(); data.isPresent(); data = events.next()) {
                if (!data.get().isBlank()) {
                    pipe.send(data.get());
                }
            }
        } catch (IOException _) {
            // as if it had ended
        }
        return new Place(now, events.lastId(), events.pause().orElse(PAUSE));
    }
}
