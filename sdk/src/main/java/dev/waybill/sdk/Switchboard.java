package dev.waybill.sdk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Hands each frame that comes in to the one it is for. It runs where frames are read and must not wait; when a handler is
/// so slow that too much waits for it, the reading stops instead.
final class Switchboard {
    private static final Logger LOG = System.getLogger(Switchboard.class.getName());

    private static final String INVOKED = "action.invoked";

    private final Seats seats;
    private final Requests requests;
    private final AtomicReference<@Nullable Connection> held = new AtomicReference<>();

    Switchboard(Seats seats, Requests requests) {
        this.seats = seats;
        this.requests = requests;
    }

    /// True when the next frame may come.
    boolean received(Connection connection, Registration registration, String text) {
        try {
            JsonNode frame = Wire.JSON.tree(text);
            switch (frame.path("type").asString("")) {
                case "reply", "error" -> answered(connection, registration, frame);
                case "context.update" -> updated(frame);
                case "action.invoke" -> invoked(frame);
                case "deliver" -> {
                    Seat seat = seats.named(frame.path("agent").asString("")).orElse(null);
                    return seat == null || delivered(connection, seat, frame);
                }
                default -> {}
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a frame is not understood and left out: {0}", e);
        }
        return true;
    }

    /// Room was made, or somebody waits for an answer: what was held back may be read.
    void readOn() {
        Connection waiting = held.getAndSet(null);
        if (waiting != null) {
            waiting.more();
        }
    }

    /// Whether the reading is stopped.
    boolean holdsBack() {
        return held.get() != null;
    }

    /// Nothing is held back any more: the connection is over.
    void reset() {
        held.set(null);
    }

    private void answered(Connection connection, Registration registration, JsonNode frame) {
        String id = frame.path("id").asString("");
        if (id.equals(Registration.ID)) {
            // Before the first delivery of this connection is read.
            seats.renew(connection);
            registration.answered(connection, frame);
        } else if (!id.isEmpty() && id.chars().allMatch(c -> c >= '0' && c <= '9')) {
            requests.answered(Long.parseLong(id), frame);
        }
    }

    private boolean delivered(Connection connection, Seat seat, JsonNode frame) {
        Arrival arrival = Arrival.of(frame);
        if (arrival.seq() == 0) {
            seat.notices().offer(arrival.event());
            return true;
        }
        if (seat.intake().arrived(arrival, connection)) {
            // Not here: whoever reads must never wait for room to write.
            Thread.ofVirtual().name("waybill-ack").start(seat::acknowledge);
        }
        return !holdBack(connection, seat.intake());
    }

    /// Looks again after it has said so, because those who make room or wait for an answer look only once.
    private boolean holdBack(Connection connection, Intake intake) {
        if (!intake.full() || !requests.idle()) {
            return false;
        }
        held.set(connection);
        return (intake.full() && requests.idle()) || !held.compareAndSet(connection, null);
    }

    private void updated(JsonNode frame) {
        RelayEvent event = new RelayEvent(frame.path("event").asString(""), 0, frame.path("data"));
        for (JsonNode id : frame.path("agent_ids")) {
            seats.of(id.asString("")).ifPresent(seat -> told(seat, event));
        }
    }

    private void invoked(JsonNode frame) {
        seats.named(frame.path("agent_name").asString(""))
                .ifPresent(seat -> told(seat, new RelayEvent(INVOKED, 0, frame)));
    }

    private static void told(Seat seat, RelayEvent event) {
        seat.notices().offer(event);
        if (event.is(INVOKED)) {
            seat.orders().arrived(Order.of(event.data()));
        }
    }
}
