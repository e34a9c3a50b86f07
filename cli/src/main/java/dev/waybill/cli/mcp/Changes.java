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
    private static final int OK = 200;

    private final Remote remote;
    private final HostSession session;
    private final HostPipe pipe;

    Changes(Remote remote, HostSession session, HostPipe pipe) {
        this.remote = remote;
        this.session = session;
        this.pipe = pipe;
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
            if (response.statusCode() == NOT_OFFERED) {
                response.body().close();
                return null;
            }
            if (response.statusCode() == NOT_FOUND) {
                response.body().close();
                renew(now);
                return new Place(now, null, Duration.ZERO);
            }
            if (response.statusCode() != OK) {
                response.body().close();
                return new Place(now, lastId, PAUSE);
            }
            try (EventStream events = new EventStream(response.body(), lastId)) {
                return pass(now, events);
            }
        } catch (IOException _) {
            return new Place(now, lastId, PAUSE); // it is tried again until the host goes
        }
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

    /// What the host knows of the server may be old.
    private void renew(Opened lost) throws IOException, InterruptedException {
        session.renew(lost);
        pipe.note("the server has restarted; the session goes on");
        pipe.notice("notifications/tools/list_changed");
        pipe.notice("notifications/resources/list_changed");
    }
}
