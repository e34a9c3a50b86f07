package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One request while it is carried out: what it tells its host, and whether the host still waits for it.
final class Running {
    private static final long HERE = Long.MIN_VALUE;

    private final JsonNode id;
    private final EventLog log;
    private final Duration patience;
    private final boolean streams;
    private final AtomicLong goneSince = new AtomicLong(HERE);
    private volatile boolean cancelled;
    private volatile boolean delivered;
    private volatile @Nullable Reply reply;

    /// The patience is how long a host that was cut off may take to come back. A host that takes no streams hears of
    /// nothing but the answer.
    Running(JsonNode id, EventLog log, Duration patience, boolean streams) {
        this.id = id;
        this.log = log;
        this.patience = patience;
        this.streams = streams;
    }

    /// The answer, and its status where it goes out alone.
    record Reply(int status, String text) {}

    JsonNode id() {
        return id;
    }

    EventLog log() {
        return log;
    }

    boolean wanted() {
        long since = goneSince.get();
        return !cancelled && (since == HERE || System.nanoTime() - since < patience.toNanos());
    }

    /// Whether the host is connected at this moment; it may be away and still want the answer.
    boolean attended() {
        return !cancelled && goneSince.get() == HERE;
    }

    boolean cancelled() {
        return cancelled;
    }

    void cancel() {
        cancelled = true;
        log.end();
    }

    /// Ends it without having been asked to; the host hears why.
    void stop(RpcFault why) {
        finish(why.status(), Rpc.error(id, why).toString());
        cancelled = true;
    }

    static RpcFault stopping() {
        return new RpcFault(
                        RpcCode.BUSY,
                        "The server is stopping; whether the request was carried out is not known")
                .as(503);
    }

    void gone() {
        goneSince.compareAndSet(HERE, System.nanoTime());
    }

    void back() {
        goneSince.set(HERE);
    }

    boolean streams() {
        return streams;
    }

    /// The host has its answer.
    boolean delivered() {
        return delivered;
    }

    void setDelivered() {
        delivered = true;
    }

    /// Sends the host away for a while.
    void release() {
        if (streams) {
            gone();
            log.release();
        }
    }

    /// The first answer counts.
    synchronized void finish(int status, String text) {
        if (reply == null && !cancelled) {
            reply = new Reply(status, text);
            log.finish(text);
        }
    }

    @Nullable Reply reply() {
        return reply;
    }

    void progress(@Nullable JsonNode token, double done, @Nullable Double total, String message) {
        if (token == null || !streams || !wanted()) {
            return;
        }
        ObjectNode params = Json.emptyObject();
        params.set("progressToken", token);
        params.put("progress", done);
        if (total != null) {
            params.put("total", total);
        }
        if (!message.isEmpty()) {
            params.put("message", message);
        }
        log.say(Rpc.notice("notifications/progress", params).toString());
    }

    /// Tells it if the host has chosen a level, and this is not below it.
    void log(Supplier<@Nullable LogLevel> chosen, String level, JsonNode data) {
        LogLevel least = chosen.get();
        LogLevel given = LogLevel.find(level).orElse(LogLevel.INFO);
        if (least == null || given.compareTo(least) < 0 || !streams || !wanted()) {
            return;
        }
        ObjectNode params = Json.emptyObject().put("level", given.wire()).put("logger", "waybill");
        params.set("data", data);
        log.say(Rpc.notice("notifications/message", params).toString());
    }
}
