package dev.waybill.server.mcp;

import dev.waybill.server.http.route.Making;
import dev.waybill.server.http.route.Outflow;
import dev.waybill.server.workspace.Caller;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One host of the line with sessions, from `initialize` until it leaves or is not heard of any more.
final class Session {
    private static final int MAX_CALLS = 64;
    private static final int MAX_SUBSCRIPTIONS = 256;

    private final String id;
    private final Identity identity;
    private final String version;
    private final ObjectNode capabilities;
    private final McpLimits limits;
    private final Standing standing = new Standing(this::subscribed);
    private final Asking asking = new Asking();
    private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();
    private final Map<String, Running> calls = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicInteger streams = new AtomicInteger();
    private volatile LogLevel level = LogLevel.INFO;
    private volatile long lastUsed;

    Session(Start start, McpLimits limits, long now) {
        this.id = start.id();
        this.identity = start.identity();
        this.version = start.version();
        this.capabilities = start.capabilities();
        this.limits = limits;
        this.lastUsed = now;
    }

    /// What a session begins with.
    record Start(String id, Identity identity, String version, ObjectNode capabilities) {}

    String id() {
        return id;
    }

    Identity identity() {
        return identity;
    }

    String version() {
        return version;
    }

    Asking asking() {
        return asking;
    }

    LogLevel level() {
        return level;
    }

    void level(LogLevel chosen) {
        level = chosen;
    }

    boolean can(String capability) {
        return capabilities.has(capability);
    }

    void subscribe(String uri) {
        if (subscriptions.size() >= MAX_SUBSCRIPTIONS) {
            throw new RpcFault(
                    RpcCode.BUSY, "A session may follow " + MAX_SUBSCRIPTIONS + " resources");
        }
        subscriptions.add(uri);
    }

    void unsubscribe(String uri) {
        subscriptions.remove(uri);
    }

    private boolean subscribed(String uri) {
        return subscriptions.contains(uri);
    }

    /// A call begins.
    Running begin(JsonNode request, boolean streaming) {
        if (calls.size() >= MAX_CALLS) {
            throw new RpcFault(
                    RpcCode.BUSY, "A session may have " + MAX_CALLS + " calls under way");
        }
        EventLog log = new EventLog("c" + numbers.incrementAndGet());
        Running running = new Running(request, log, limits.absence(), streaming);
        calls.put(log.stream(), running);
        return running;
    }

    /// The call with that stream, if it is still known.
    Optional<Running> call(String stream) {
        return Optional.ofNullable(calls.get(stream));
    }

    void cancel(JsonNode request) {
        calls.values().stream()
                .filter(running -> running.id().equals(request))
                .forEach(Running::cancel);
    }

    /// The log of what changes, which is watched from now on.
    EventLog changes(Caller caller, Offer offer) {
        return standing.open(caller, offer, subscriptions);
    }

    /// While it is sent, the session is in use.
    Making counted(Making making, @Nullable Running running) {
        return new Making() {
            @Override
            public void run(Outflow outflow) throws InterruptedException {
                streams.incrementAndGet();
                try {
                    making.run(outflow);
                } finally {
                    streams.decrementAndGet();
                    settle(running);
                }
            }

            @Override
            public void abandoned() {
                making.abandoned();
                settle(running);
            }
        };
    }

    void used(long now) {
        lastUsed = now;
    }

    /// How long nobody has used it.
    long unused(long now) {
        return now - lastUsed;
    }

    boolean resting() {
        return streams.get() == 0 && calls.isEmpty();
    }

    boolean idle(long now) {
        return resting() && unused(now) > limits.idle().toNanos();
    }

    /// Lets go of what nobody will come back for.
    void sweep(long now) {
        calls.values().removeIf(Session::over);
        if (streams.get() > 0) {
            used(now);
            standing.heard(now);
        } else {
            standing.closeAfter(limits.absence(), now);
        }
    }

    /// The answer of a call was given, or nobody wants it.
    void settle(@Nullable Running running) {
        if (running != null && over(running)) {
            calls.remove(running.log().stream());
        }
    }

    void end() {
        RpcFault ended =
                new RpcFault(
                                RpcCode.BUSY,
                                "The session has ended; whether the request was carried out is not known")
                        .as(503);
        calls.values().forEach(running -> running.stop(ended));
        asking.end();
        standing.end();
    }

    private static boolean over(Running running) {
        return running.delivered() || (running.log().ended() && !running.wanted());
    }
}
