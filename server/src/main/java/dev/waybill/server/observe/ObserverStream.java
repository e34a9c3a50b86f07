package dev.waybill.server.observe;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.observe.StreamRequest;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.http.socket.CloseCode;
import dev.waybill.server.http.socket.Socket;
import dev.waybill.server.http.socket.SocketHandler;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.Sight;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One observer's socket. It has a thread only while there is something to send.
final class ObserverStream implements SocketHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ObserverStream.class);

    /// A client that comes back says with its first words where it left off. What happens until then is told after that,
    /// so that it is told once and in order; a client that says nothing is not kept waiting longer than this.
    private static final Duration FIRST_WORDS = Duration.ofMillis(500);

    private static final Duration STORE_PAUSE = Duration.ofSeconds(1);

    private final ObserverStreams streams;
    private final WorkspaceId workspace;
    private final Token token;
    private final Json json;
    private final Feed feed;
    private final StreamFrames frames;
    private final Turns turns;
    private final Pace pace = new Pace();
    private final CountDownLatch spoken = new CountDownLatch(1);
    private final AtomicReference<@Nullable Long> resync = new AtomicReference<>();
    private volatile @Nullable Socket socket;
    private volatile boolean begun;

    ObserverStream(
            ObserverStreams streams, WorkspaceId workspace, Token token, Feed feed, Json json) {
        this.streams = streams;
        this.workspace = workspace;
        this.token = token;
        this.json = json;
        this.feed = feed;
        this.frames = new StreamFrames(json);
        this.turns = new Turns(streams.threads(), this::run);
    }

    WorkspaceId workspace() {
        return workspace;
    }

    Token token() {
        return token;
    }

    @Override
    public void opened(Socket opened) {
        socket = opened;
        streams.add(this);
        turns.wake();
    }

    @Override
    public void message(byte[] text) {
        Socket peer = Objects.requireNonNull(socket);
        if (!pace.allows(System.nanoTime())) {
            peer.close(CloseCode.POLICY, "too many messages");
            return;
        }
        try {
            answer(peer, text);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        spoken.countDown();
    }

    @Override
    public void closed() {
        streams.remove(this);
        spoken.countDown();
    }

    /// There may be something to send.
    void wake() {
        turns.wake();
    }

    /// What may be seen from now on.
    void see(Sight sight) {
        feed.see(sight);
    }

    void cut(String reason) {
        Socket peer = socket;
        if (peer != null) {
            peer.close(CloseCode.POLICY, reason);
        }
        streams.remove(this);
    }

    private void answer(Socket peer, byte[] text) throws InterruptedException {
        try {
            StreamRequest request = json.read(text, StreamRequest.class);
            if (request == null) {
                throw new IllegalArgumentException("body: expected object");
            }
            answer(peer, request);
        } catch (JsonFault | IllegalArgumentException e) {
            peer.send(frames.error(String.valueOf(e.getMessage())));
        }
    }

    private void answer(Socket peer, StreamRequest request) throws InterruptedException {
        switch (request.type()) {
            case "ping" -> peer.send(frames.pong());
            case "subscribe" -> feed.choose(feed.channels().with(channels(request)));
            case "unsubscribe" -> feed.choose(feed.channels().without(channels(request)));
            case "resync" -> resync(request.lastSeenSeq());
            default ->
                    throw new IllegalArgumentException(
                            "type: '"
                                    + request.type()
                                    + "' is not one of ping, subscribe, unsubscribe, resync");
        }
    }

    private static List<String> channels(StreamRequest request) {
        List<String> channels = request.channels();
        if (channels == null || channels.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("channels: expected a list of names");
        }
        return channels;
    }

    private void resync(@Nullable Long seen) {
        if (seen == null || seen < 0) {
            throw new IllegalArgumentException("last_seen_seq: expected a number from 0 on");
        }
        if (!resync.compareAndSet(null, seen)) {
            throw new IllegalArgumentException("another resync is still under way");
        }
        turns.wake();
    }

    private void run() {
        Socket peer = Objects.requireNonNull(socket);
        try {
            awaitFirstWords();
            boolean more = true;
            while (more && peer.open() && streams.has(this)) {
                more = step(peer);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("An observer's stream failed", e);
            peer.close(CloseCode.FAILED, "internal error");
        }
    }

    private void awaitFirstWords() throws InterruptedException {
        if (!begun) {
            begun = true;
            spoken.await(FIRST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /// True when there is more to do.
    private boolean step(Socket peer) throws InterruptedException {
        // Taken before it is answered: whoever has its answer may ask for the next.
        Long seen = resync.getAndSet(null);
        try {
            if (seen == null) {
                return feed.advance(peer);
            }
            feed.replay(peer, seen);
            return true;
        } catch (StoreException e) {
            if (!e.retryable()) {
                throw e;
            }
            resync.compareAndSet(null, seen);
            LOG.warn("The ledger cannot be read for an observer: {}", e.kind().words());
            Thread.sleep(STORE_PAUSE);
            return true;
        }
    }
}
