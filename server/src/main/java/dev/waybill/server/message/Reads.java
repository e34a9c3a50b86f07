package dev.waybill.server.message;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.ReadReceipt;
import dev.waybill.protocol.message.ReadStatus;
import dev.waybill.protocol.message.Reader;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.delivery.Acks;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Who has read which message.
public final class Reads {
    private final Database database;
    private final InstantSource clock;
    private final VisibleMessages visible = new VisibleMessages();
    private final RoomTable rooms = new RoomTable();
    private final ReadTable reads = new ReadTable();
    private final Acks acks;
    private final Signals signals;
    private final Ledger ledger;

    public Reads(Database database, InstantSource clock, Signals signals, Ledger ledger) {
        this.database = database;
        this.clock = clock;
        this.acks = new Acks(signals, ledger);
        this.signals = signals;
        this.ledger = ledger;
    }

    /// Marks the message as read, which settles the agent's own delivery of it. Its author hears of it once.
    public ReadReceipt read(Caller.Agent agent, MessageId id) {
        return database.write(
                tx -> {
                    Heading heading = visible.find(tx, agent, id);
                    Instant now = clock.instant();
                    if (reads.insert(tx, id, agent.agent(), now)) {
                        reads.move(tx, heading.room().id(), agent.agent(), id, now);
                        tell(tx, agent, heading, now);
                    }
                    acks.read(
                            tx,
                            new Acks.Reading(
                                    agent.workspace(),
                                    heading.room().id(),
                                    id,
                                    agent.agent(),
                                    now));
                    return new ReadReceipt(
                            id, agent.agent(), reads.find(tx, id, agent.agent()).orElse(now));
                });
    }

    public List<Reader> readers(Caller caller, MessageId id) {
        return database.read(tx -> reads.readers(tx, visible.find(tx, caller, id).id()));
    }

    /// How far each member of a channel has read.
    public List<ReadStatus> status(Caller caller, String channel) {
        return database.read(
                tx ->
                        rooms.channel(tx, caller.workspace(), channel)
                                .map(found -> reads.status(tx, found.room().id()))
                                .orElseThrow(() -> Refusals.noChannel(channel)));
    }

    private void tell(Tx tx, Caller.Agent agent, Heading heading, Instant now) {
        String message = heading.id().text();
        ObjectNode told = Json.emptyObject();
        told.put("message_id", message);
        told.put("agent_id", agent.agent().text());
        told.put("agent_name", agent.name());
        told.put("read_at", Rfc3339.format(now));
        if (!heading.author().equals(agent.agent())) {
            signals.deliver(
                    tx,
                    List.of(heading.author()),
                    new Signal(
                            "message_read_" + message + "_" + agent.agent(), "message.read", told));
        }
        ObjectNode recorded = told.deepCopy();
        recorded.remove("agent_id");
        ledger.append(
                tx,
                agent.workspace(),
                new LedgerEntry(
                        "message.read",
                        heading.room().id(),
                        agent.agent(),
                        message,
                        recorded,
                        now));
    }
}
