package dev.waybill.server.trigger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.follow.Bookmarks;
import dev.waybill.server.follow.Duty;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Caller;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// Fires triggers. The place is kept after the action was invoked, and the number in the ledger is the key of the
/// invocation: a crash in between asks twice and invokes once.
final class Firing implements Duty<KeptTrigger> {
    private static final Set<Reason> MAY_PASS =
            Set.of(Reason.HANDLER_UNAVAILABLE, Reason.NODE_DISPATCH_UNAVAILABLE);

    private final Database database;
    private final InstantSource clock;
    private final Invoking invoking;
    private final Bookmarks bookmarks;
    private final TriggerTable triggers;

    Firing(
            Database database,
            InstantSource clock,
            Json json,
            Invoking invoking,
            Bookmarks bookmarks) {
        this.database = database;
        this.clock = clock;
        this.invoking = invoking;
        this.bookmarks = bookmarks;
        this.triggers = new TriggerTable(json);
    }

    @Override
    public Optional<KeptTrigger> find(String id) {
        return database.read(tx -> triggers.find(tx, id)).filter(kept -> kept.trigger().enabled());
    }

    @Override
    public Predicate<Happening> interest(KeptTrigger kept) {
        Matcher matcher = new Matcher(kept.trigger());
        return happening -> matcher.fires(happening) && !isOwnEcho(kept, happening);
    }

    @Override
    public void act(KeptTrigger kept, Happening happening) {
        invoking.invoke(
                author(kept, happening),
                kept.trigger().actionName(),
                input(kept, happening),
                key(kept, happening));
        database.write(tx -> bookmarks.acted(tx, kept.id(), happening.seq(), clock.instant()));
    }

    @Override
    public boolean mayPass(Reason reason) {
        return MAY_PASS.contains(reason);
    }

    /// Whether the message comes from whoever handles the action, which would then call itself without end.
    private boolean isOwnEcho(KeptTrigger kept, Happening happening) {
        AgentId author = happening.agent();
        return author != null
                && database.read(
                        tx ->
                                triggers.handles(
                                        tx, kept.workspace(), kept.trigger().actionName(), author));
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
