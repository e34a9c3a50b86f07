package dev.waybill.server.message;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.AddedReaction;
import dev.waybill.protocol.message.ReactionGroup;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.message.ReactionTable.Kept;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Lets agents react to messages, and tells the others in the room.
public final class Reactions {
    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final VisibleMessages visible = new VisibleMessages();
    private final ReactionTable reactions = new ReactionTable();
    private final Audience audience = new Audience();
    private final Signals signals;
    private final Ledger ledger;

    public Reactions(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            Signals signals,
            Ledger ledger) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.signals = signals;
        this.ledger = ledger;
    }

    /// The same reaction again changes nothing and is told to nobody.
    public AddedReaction add(Caller.Agent agent, MessageId id, String emoji) {
        return database.write(
                tx -> {
                    Heading heading = visible.find(tx, agent, id);
                    Kept kept =
                            reactions
                                    .find(tx, id, agent.agent(), emoji)
                                    .orElseGet(() -> insert(tx, agent, heading, emoji));
                    return new AddedReaction(
                            Long.toString(kept.id()), id, agent.name(), emoji, kept.at());
                });
    }

    /// Taking back what is not there changes nothing.
    public void remove(Caller.Agent agent, MessageId id, String emoji) {
        database.write(
                tx -> {
                    Heading heading = visible.find(tx, agent, id);
                    Optional<Kept> kept = reactions.find(tx, id, agent.agent(), emoji);
                    kept.ifPresent(
                            was -> {
                                reactions.delete(tx, id, agent.agent(), emoji);
                                tell(tx, new Change(agent, heading, emoji, was.id(), "removed"));
                            });
                    return kept;
                });
    }

    public List<ReactionGroup> of(Caller caller, MessageId id) {
        return database.read(
                tx -> {
                    Heading heading = visible.find(tx, caller, id);
                    return reactions
                            .between(tx, heading.room().id(), id, id)
                            .getOrDefault(id, List.of());
                });
    }

    private Kept insert(Tx tx, Caller.Agent agent, Heading heading, String emoji) {
        long id = ids.next();
        Kept kept = new Kept(id, Snowflakes.instantOf(id));
        reactions.insert(tx, heading, agent.agent(), emoji, kept);
        tell(tx, new Change(agent, heading, emoji, id, "added"));
        return kept;
    }

    private void tell(Tx tx, Change change) {
        Instant now = clock.instant();
        signals.deliver(
                tx,
                audience.of(tx, change.heading(), change.agent().agent()),
                new Signal(
                        "message_reacted_" + change.id() + "_" + change.action(),
                        "message.reacted",
                        change.told(now)));
        ledger.append(
                tx,
                change.agent().workspace(),
                new LedgerEntry(
                        "message.reacted",
                        change.heading().room().id(),
                        change.agent().agent(),
                        change.heading().id().text(),
                        change.recorded(),
                        now));
    }

    /// A reaction that came or went.
    private record Change(
            Caller.Agent agent, Heading heading, String emoji, long id, String action) {
        ObjectNode told(Instant now) {
            ObjectNode data = Json.emptyObject();
            data.put("id", Long.toString(id));
            data.put("message_id", heading.id().text());
            data.put("emoji", emoji);
            data.put("agent_name", agent.name());
            data.put("created_at", Rfc3339.format(now));
            data.put("channel_name", heading.room().name());
            data.put("action", action);
            return data;
        }

        ObjectNode recorded() {
            ObjectNode data = Json.emptyObject();
            data.put("message_id", heading.id().text());
            data.put("emoji", emoji);
            data.put("agent_name", agent.name());
            data.put("action", action);
            return data;
        }
    }
}
