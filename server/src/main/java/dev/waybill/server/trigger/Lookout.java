package dev.waybill.server.trigger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What watches share: the store, the ledger, and the way to actions.
final class Lookout {
    private final Database database;
    private final InstantSource clock;
    private final Invoking invoking;
    private final TriggerTable triggers;
    private final Happenings happenings;

    Lookout(Database database, InstantSource clock, Json json, Invoking invoking) {
        this.database = database;
        this.clock = clock;
        this.invoking = invoking;
        this.triggers = new TriggerTable(json);
        this.happenings = new Happenings(json);
    }

    Instant now() {
        return clock.instant();
    }

    /// The trigger, if it may fire.
    Optional<KeptTrigger> find(String id) {
        return database.read(tx -> triggers.find(tx, id)).filter(kept -> kept.trigger().enabled());
    }

    List<Happening> after(KeptTrigger kept, long seq) {
        return database.read(tx -> happenings.after(tx, kept.workspace(), seq));
    }

    /// Whether the message comes from whoever handles the action, which would then call itself without end.
    boolean isOwnEcho(KeptTrigger kept, Happening happening) {
        AgentId author = happening.agent();
        return author != null
                && database.read(
                        tx ->
                                triggers.handles(
                                        tx, kept.workspace(), kept.trigger().actionName(), author));
    }

    void invoke(Caller.Agent author, KeptTrigger kept, JsonNode input, RequestKey key) {
        invoking.invoke(author, kept.trigger().actionName(), input, key);
    }

    void fired(KeptTrigger kept, long seq) {
        database.write(tx -> triggers.fired(tx, kept.id(), seq, now()));
    }

    void skipped(KeptTrigger kept, long seq) {
        database.write(tx -> triggers.skipped(tx, kept.id(), seq));
    }

    void failed(KeptTrigger kept, long seq, @Nullable Instant since, String error) {
        database.write(tx -> triggers.failed(tx, kept.id(), seq, since, error));
    }
}
