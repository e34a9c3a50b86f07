package dev.waybill.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.source.InboxEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Follows one inbox on a thread of its own, and goes on after the last entry when the connection breaks.
final class EventWatch implements Subscription {
    private static final Logger LOG = System.getLogger(EventWatch.class.getName());
    private static final Duration GOODBYE = Duration.ofSeconds(5);
    private static final String DATA = "data:";

    private final Api api;
    private final Call call;
    private final Consumer<InboxEntry> handler;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = Thread.ofVirtual().name("waybill-inbox").unstarted(this::run);
    private volatile @Nullable InputStream open;
    private @Nullable String last;

    EventWatch(Api api, Call call, Consumer<InboxEntry> handler) {
        this.api = api;
        this.call = call;
        this.handler = handler;
    }

    void start() {
        thread.start();
    }

    private boolean closed() {
        return over.getCount() == 0;
    }

    private void run() {
        Backoff backoff = Backoff.of(api.endpoint().options());
        try {
            do {
                try {
                    follow(backoff);
                } catch (RelayException e) {
                    lost(e);
                } catch (IOException e) {
                    LOG.log(Level.DEBUG, "the watch has ended: {0}", e.getMessage());
                }
            } while (!over.await(backoff.next().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Backoff backoff) throws IOException {
        String after = last;
        Map<String, String> headers = after == null ? Map.of() : Map.of("Last-Event-ID", after);
        try (InputStream stream = api.stream(call, headers)) {
            open = stream;
            backoff.reset();
            BufferedReader lines = new BufferedReader(new InputStreamReader(stream, UTF_8));
            String line = closed() ? null : lines.readLine();
            while (line != null) {
                heard(line);
                line = closed() ? null : lines.readLine();
            }
        }
    }

    /// The entry to go on after may have been forgotten; what is settled does not come again.
    private void lost(RelayException e) {
        LOG.log(Level.DEBUG, "no watch: {0}", e.getMessage());
        if (e.code().equals("unknown_entry")) {
            last = null;
        }
    }

    private void heard(String line) {
        if (!line.startsWith(DATA)) {
            return;
        }
        try {
            JsonNode data = Wire.JSON.tree(line.substring(DATA.length()));
            for (JsonNode entry : data.path("entries")) {
                tell(Wire.convert(entry, InboxEntry.class));
            }
        } catch (JsonFault e) {
            LOG.log(Level.WARNING, "an entry is not understood and left out: {0}", e.getMessage());
        }
    }

    private void tell(InboxEntry entry) {
        if (closed()) {
            return;
        }
        try {
            handler.accept(entry);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "an entry was not dealt with: " + entry.entryId(), e);
        }
        last = entry.entryId();
    }

    /// What is being handled just now is waited for, not interrupted.
    @Override
    public void close() {
        over.countDown();
        InputStream stream = open;
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            if (stream != null) {
                stream.close();
            }
            thread.join(GOODBYE);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the watch was not closed: {0}", e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
