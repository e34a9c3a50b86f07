package dev.waybill.server.trigger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.follow.Follower;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Goes through what is said for one trigger and fires it. The cursor moves after the action was invoked, and the number
/// in the ledger is the key of the invocation: a crash in between asks twice and invokes once.
final class Watch implements Follower {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private static final int SKIPS_UNKEPT = 500;
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /// How long a handler may be away before the message is passed over.
    private static final Duration HANDLER_AWAY = Duration.ofMinutes(10);

    private static final Set<Reason> MAY_PASS =
            Set.of(Reason.HANDLER_UNAVAILABLE, Reason.NODE_DISPATCH_UNAVAILABLE);

    private final Lookout lookout;
    private final Leases.Lease lease;
    private final String id;
    private long position;

    Watch(Lookout lookout, Leases.Lease lease, String id) {
        this.lookout = lookout;
        this.lease = lease;
        this.id = id;
    }

    @Override
    public Next step() {
        KeptTrigger kept = lookout.find(id).orElse(null);
        if (kept == null || !lease.held()) {
            return new Next.End();
        }
        position = Math.max(position, kept.cursor());
        List<Happening> page = lookout.after(kept, position);
        if (page.isEmpty()) {
            return new Next.Idle();
        }
        Matcher matcher = new Matcher(kept.trigger());
        for (Happening happening : page) {
            if (matcher.fires(happening) && !lookout.isOwnEcho(kept, happening)) {
                return fire(kept, happening);
            }
            position = happening.seq();
        }
        if (position - kept.cursor() >= SKIPS_UNKEPT) {
            lookout.skipped(kept, position);
        }
        return new Next.Again();
    }

    private Next fire(KeptTrigger kept, Happening happening) {
        try {
            lookout.invoke(
                    author(kept, happening), kept, input(kept, happening), key(kept, happening));
            lookout.fired(kept, happening.seq());
        } catch (Refusal refusal) {
            Instant now = lookout.now();
            Instant since = Objects.requireNonNullElse(kept.failingSince(), now);
            if (MAY_PASS.contains(refusal.reason()) && now.isBefore(since.plus(HANDLER_AWAY))) {
                lookout.failed(kept, happening.seq() - 1, since, refusal.detail());
                return new Next.Rest(PAUSE);
            }
            lookout.failed(kept, happening.seq(), null, refusal.detail());
            LOG.atWarn()
                    .addKeyValue("trigger", id)
                    .addKeyValue("seq", happening.seq())
                    .addKeyValue("reason", refusal.reason().wire())
                    .log("A trigger could not invoke its action and passes over the message");
        }
        position = happening.seq();
        return new Next.Again();
    }

    private static Caller.Agent author(KeptTrigger kept, Happening happening) {
        AgentId agent = AgentId.parse(happening.data().path("agent_id").asString());
        return new Caller.Agent(
                kept.workspace(), agent, happening.data().path("agent_name").asString());
    }

    private static ObjectNode input(KeptTrigger kept, Happening happening) {
        ObjectNode input = Json.emptyObject().put("trigger_id", kept.id());
        input.set("message", happening.data());
        return input;
    }

    private static RequestKey key(KeptTrigger kept, Happening happening) {
        return new RequestKey(
                kept.workspace(),
                "trigger",
                "invoke " + kept.id(),
                Long.toString(happening.seq()),
                "");
    }
}
