package dev.waybill.server.message;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.Acks;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Handling;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// Puts what happened elsewhere into an agent's mailbox. The words are ours; those of others stand in them marked as such.
public final class EventMail {
    /// How long one lies in the mailbox.
    private static final Duration LIFE = Duration.ofDays(7);

    private final OwnRooms rooms;
    private final Acks acks;

    public EventMail(Snowflakes ids, Json json, Deliveries deliveries, Acks acks) {
        this.rooms = new OwnRooms(ids, json, deliveries, ChannelKind.EVENTS);
        this.acks = acks;
    }

    /// The author is the recipient itself, as nobody of the workspace has said it.
    public MessageId post(
            Tx tx,
            WorkspaceId workspace,
            AgentId to,
            String words,
            ObjectNode data,
            DeliveryTerms terms) {
        return rooms.post(tx, way(workspace, to), words, data, new Handling(lasting(terms), null));
    }

    /// An agent that is away for some days shall find it, unless its subscription says how long it is worth telling.
    private static DeliveryTerms lasting(DeliveryTerms terms) {
        if (terms.ttlMs() != null || terms.deadline() != null) {
            return terms;
        }
        return new DeliveryTerms(
                terms.deliveryMode(),
                terms.reason(),
                terms.priority(),
                null,
                LIFE.toMillis(),
                terms.deliveryMetadata());
    }

    /// The agent has dealt with it elsewhere: nothing of it needs to be delivered any more.
    public void withdraw(
            Tx tx, WorkspaceId workspace, AgentId agent, MessageId message, Instant now) {
        acks.withdraw(
                tx,
                new Acks.Reading(
                        workspace, rooms.place(tx, way(workspace, agent)), message, agent, now));
    }

    private static OwnRooms.Way way(WorkspaceId workspace, AgentId to) {
        return new OwnRooms.Way(workspace, to, "events", to);
    }
}
