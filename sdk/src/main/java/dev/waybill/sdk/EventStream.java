package dev.waybill.sdk;

import dev.waybill.protocol.json.JsonFault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// Follows everything that happens in a workspace, from the moment it is opened: each event once and in order, through
/// broken connections. It reads no faster than its handlers.
final class EventStream implements AutoCloseable {
    private static final Logger LOG = System.getLogger(EventStream.class.getName());
    private static final String PATH = "/v1/ws";
    private static final int WINDOW = 64;
    private static final String END = "";
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final Api api;
    private final EventHandlers handlers;
    private final Thread thread = Thread.ofVirtual().name("waybill-stream").unstarted(this::run);
    private long last;
    private volatile boolean closed;

    private EventStream(Api api, EventHandlers handlers, long last) {
        this.api = api;
        this.handlers = handlers;
        this.last = last;
    }

    /// What happens after it returns is told.
    static EventStream open(Api api, EventHandlers handlers) {
        JsonNode now = api.ask(Call.get("workspace", "events").where("limit", 1));
        EventStream stream = new EventStream(api, handlers, now.path("latest_seq").asLong(0));
        stream.thread.start();
        return stream;
    }

    private void run() {
        Backoff backoff = Backoff.of(api.endpoint().options());
        try {
            while (!closed) {
                try {
                    follow(backoff);
                } catch (RelayException e) {
                    LOG.log(Level.DEBUG, "no stream: {0}", e.getMessage());
                }
                if (!closed) {
                    Thread.sleep(backoff.next());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Backoff backoff) throws InterruptedException {
        BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
        try (Connection connection =
                Connection.open(
                        api.endpoint(), PATH, api.token(), WINDOW, new Collector(arrived))) {
            backoff.reset();
            connection.send("{\"type\":\"resync\",\"last_seen_seq\":" + last + "}");
            listen(connection, arrived);
        }
    }

    /// Until the connection is over or the other side has fallen silent.
    private void listen(Connection connection, BlockingQueue<String> arrived)
            throws InterruptedException {
        RelayOptions options = api.endpoint().options();
        while (connection.silence().compareTo(options.silence()) < 0) {
            String frame = arrived.poll(options.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
            if (frame == null) {
                connection.ping();
            } else if (frame.equals(END)) {
                return;
            } else {
                heard(frame);
                connection.more();
            }
        }
    }

    private void heard(String text) {
        try {
            JsonNode frame = Wire.JSON.tree(text);
            if (frame.path("gap_detected").asBoolean(false)) {
                handlers.tell(new RelayEvent(RelayEvent.GAP, last, frame));
            }
            long seq = frame.path("seq").asLong(0);
            if (seq > last) {
                handlers.tell(new RelayEvent(frame.path("type").asString(""), seq, frame));
                last = seq;
            }
        } catch (JsonFault e) {
            LOG.log(Level.WARNING, "an event is not understood and left out: {0}", e.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            thread.join(GOODBYE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Keeps what came until it is dealt with; no more comes meanwhile than the window holds.
    private record Collector(BlockingQueue<String> arrived) implements Connection.Receiver {
        @Override
        public boolean received(Connection connection, String frame) {
            arrived.add(frame);
            return false;
        }

        @Override
        public void ended() {
            arrived.add(END);
        }
    }
}
