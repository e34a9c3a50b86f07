package dev.waybill.server.observe;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Gate;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.socket.SocketHandler;
import dev.waybill.server.http.socket.Upgrade;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Sight;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every observer's stream: lets them in at `/v1/ws`, wakes them when something happened, and looks after their tokens.
public final class ObserverStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ObserverStreams.class);

    private final LedgerTail tail;
    private final Gate gate;
    private final Json json;
    private final Map<WorkspaceId, Set<ObserverStream>> streams = new ConcurrentHashMap<>();
    private final TokenWatch tokens;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("observer-stream-", 0).factory());

    public ObserverStreams(LedgerTail tail, Credentials credentials, Json json) {
        this.tail = tail;
        this.gate = new Gate(credentials::identify);
        this.json = json;
        this.tokens = new TokenWatch(credentials, this::all);
    }

    public void start() {
        tokens.start();
    }

    /// Refuses by throwing a [Problem].
    public SocketHandler admit(Upgrade upgrade) {
        String text =
                upgrade.token()
                        .orElseThrow(
                                () -> new Problem(ErrorCode.UNAUTHORIZED, "A token is required"));
        Caller caller = gate.identify(text);
        permit(caller);
        Token token = Token.parse(text).orElseThrow();
        Feed feed = new Feed(caller.workspace(), Sight.of(caller), tail, new StreamFrames(json));
        return new ObserverStream(this, caller.workspace(), token, feed, json);
    }

    /// Something happened in the workspace. Quick.
    public void wake(WorkspaceId workspace) {
        streams.getOrDefault(workspace, Set.of()).forEach(ObserverStream::wake);
    }

    /// Something may have happened that was written by another server on the same database, whose ring is not
    /// heard here. Each stream reads on from its own cursor and finds out.
    public void wakeAll() {
        all().forEach(ObserverStream::wake);
    }

    /// Somebody's token may have changed. Quick.
    public void checkTokens() {
        tokens.checkNow();
    }

    /// The sockets are closed by whoever opened them; this ends the threads.
    @Override
    public void close() {
        tokens.close();
        all().forEach(this::remove);
        threads.shutdownNow();
        threads.close();
    }

    /// Starts nothing any more once it is closed; a commit may still come in then.
    Executor threads() {
        return task -> {
            try {
                threads.execute(task);
            } catch (RejectedExecutionException e) {
                LOG.debug("A stream is not woken any more: {}", e.getMessage());
            }
        };
    }

    void add(ObserverStream stream) {
        streams.compute(
                stream.workspace(),
                (_, known) -> {
                    Set<ObserverStream> all = known == null ? ConcurrentHashMap.newKeySet() : known;
                    all.add(stream);
                    return all;
                });
        LOG.atInfo().addKeyValue("workspace", stream.workspace()).log("An observer has connected");
    }

    void remove(ObserverStream stream) {
        streams.computeIfPresent(
                stream.workspace(),
                (_, known) -> {
                    if (known.remove(stream)) {
                        LOG.atInfo()
                                .addKeyValue("workspace", stream.workspace())
                                .log("An observer has gone");
                    }
                    return known.isEmpty() ? null : known;
                });
    }

    boolean has(ObserverStream stream) {
        return streams.getOrDefault(stream.workspace(), Set.of()).contains(stream);
    }

    private Set<ObserverStream> all() {
        Set<ObserverStream> all = ConcurrentHashMap.newKeySet();
        streams.values().forEach(all::addAll);
        return all;
    }

    private static void permit(Caller caller) {
        switch (caller) {
            case Caller.Owner _ -> {}
            case Caller.Observer observer -> {
                if (!observer.scopes().contains(ObserverScope.STREAM_READ)) {
                    throw new Problem(
                            ErrorCode.INSUFFICIENT_SCOPE,
                            "The observer token lacks " + ObserverScope.STREAM_READ.wire());
                }
            }
            case Caller.Node _ ->
                    throw new Problem(
                            ErrorCode.NODE_TOKEN_FORBIDDEN,
                            "A node token may not watch the workspace");
            case Caller.Agent _, Caller.Webhook _ ->
                    throw new Problem(
                            ErrorCode.UNAUTHORIZED,
                            "Only a workspace key or an observer token may watch the workspace;"
                                    + " agents receive at /v1/node/ws");
        }
    }
}
