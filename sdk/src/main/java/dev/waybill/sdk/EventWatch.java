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

    /// Three times as long as the server is silent at most.
    static final Duration SILENCE = Duration.ofSeconds(45);

    private final Api api;
    private final Call call;
    private final Consumer<InboxEntry> handler;
    private final Duration silence;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = Thread.ofVirtual().name("waybill-inbox").unstarted(this::run);
    private final Thread guard =
            Thread.ofVirtual().name("waybill-inbox-guard").unstarted(this::guard);
    private volatile @Nullable InputStream open;
    private volatile @Nullable Long readingSince;
    private @Nullable String last;

    /// A connection on which nothing comes for as long as `silence` counts as broken.
    EventWatch(Api api, Call call, Consumer<InboxEntry> handler, Duration silence) {
        this.api = api;
        this.call = call;
        this.handler = handler;
        this.silence = silence;
    }

    void start() {
        thread.start();
        guard.start();
    }

    /// Nothing more will be told.
    boolean ended() {
        return !thread.isAlive();
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
            String line = next(lines);
            while (line != null) {
                heard(line);
                line = next(lines);
            }
        }
    }

    private @Nullable String next(BufferedReader lines) throws IOException {
        readingSince = System.nanoTime();
        try {
            return closed() ? null : lines.readLine();
        } finally {
            readingSince = null;
        }
    }

    /// The other side may have gone without a word. Time that the handler takes does not count.
    private void guard() {
        try {
            while (!over.await(silence.toMillis() / 3, TimeUnit.MILLISECONDS)) {
                Long since = readingSince;
                if (since != null && System.nanoTime() - since > silence.toNanos()) {
                    hangUp();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void hangUp() {
        InputStream stream = open;
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the watch was not closed: {0}", e.getMessage());
        }
    }

    /// The entry to go on after may have been forgotten; what is settled does not come again. Who may not watch, or has no
    /// inbox, need not come again either.
    private void lost(RelayException e) {
        if (e.code().equals("unknown_entry") && last != null) {
            last = null;
        } else if (e instanceof Api.Unwelcome) {
            LOG.log(Level.WARNING, "the watch has ended for good: {0}", e.getMessage());
            over.countDown();
            return;
        }
        LOG.log(Level.DEBUG, "no watch: {0}", e.getMessage());
    }

    private void heard(String line) {
        if (!line.startsWith(DATA)) {
            return;
        }
        try {
            JsonNode data = Wire.JSON.tree(line.substring(DATA.length()));
            data.path("entries").forEach(this::entry);
        } catch (JsonFault e) {
            leftOut(e);
        }
    }

    /// One that cannot be read must not come again and again, and keep those behind it away.
    private void entry(JsonNode entry) {
        InboxEntry read;
        try {
            read = Wire.convert(entry, InboxEntry.class);
        } catch (RelayException e) {
            leftOut(e);
            String id = Wire.text(entry.path("entryId"));
            last = id == null ? last : id;
            return;
        }
        tell(read);
    }

    private static void leftOut(RuntimeException e) {
        LOG.log(Level.WARNING, "an entry is not understood and left out: {0}", e.getMessage());
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
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        hangUp();
        try {
            thread.join(GOODBYE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
