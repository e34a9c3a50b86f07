package dev.waybill.server.message;

import dev.waybill.protocol.conversation.GroupCreated;
import dev.waybill.protocol.conversation.NewGroup;
import dev.waybill.protocol.conversation.ParticipantAdded;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Conversations of several: begun by one of them, joined and left.
public final class Groups {
    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final Addressing addressing;
    private final RoomTable rooms = new RoomTable();
    private final ConversationTable conversations = new ConversationTable();
    private final Ledger ledger;
    private final Idempotency idempotency;

    public Groups(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            Ledger ledger,
            Idempotency idempotency) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.addressing = new Addressing(ids);
        this.ledger = ledger;
        this.idempotency = idempotency;
    }

    public Answered create(Caller.Agent creator, NewGroup wanted, @Nullable RequestKey key) {
        return database.write(tx -> idempotency.once(tx, key, () -> create(tx, creator, wanted)));
    }

    public ParticipantAdded add(Caller.Agent agent, String conversation, String name) {
        return database.write(
                tx -> {
                    Room room = group(tx, agent, conversation);
                    AgentId added = addressing.recipient(tx, agent, name);
                    boolean already = rooms.isMember(tx, room.id(), added);
                    if (!already) {
                        Instant now = clock.instant();
                        rooms.join(tx, room.id(), List.of(added), now);
                        record(tx, agent, room, "group_dm.participant_added", name, now);
                    }
                    return new ParticipantAdded(conversation, name, already);
                });
    }

    /// Takes the named agent out, which may be the one that asks.
    public void remove(Caller.Agent agent, String conversation, String name) {
        database.write(
                tx -> {
                    Room room = group(tx, agent, conversation);
                    AgentId removed = addressing.recipient(tx, agent, name);
                    if (!conversations.leave(tx, room.id(), removed)) {
                        throw new Refusal(
                                Reason.AGENT_NOT_FOUND,
                                "Agent \""
                                        + name
                                        + "\" is not in conversation \""
                                        + conversation
                                        + "\"");
                    }
                    record(tx, agent, room, "group_dm.participant_removed", name, clock.instant());
                    return removed;
                });
    }

    private GroupCreated create(Tx tx, Caller.Agent creator, NewGroup wanted) {
        Set<AgentId> participants = new LinkedHashSet<>();
        participants.add(creator.agent());
        wanted.participants()
                .forEach(name -> participants.add(addressing.recipient(tx, creator, name)));
        ChannelId id = new ChannelId(ids.next());
        Instant now = Snowflakes.instantOf(id.value());
        Room room = new Room(id, ChannelKind.GROUP, id.text());
        rooms.insert(
                tx,
                creator.workspace(),
                new RoomTable.NewRoom(
                        id,
                        RoomTable.groupName(id),
                        ChannelKind.GROUP,
                        wanted.name(),
                        creator.agent(),
                        now));
        rooms.join(tx, id, participants, now);
        record(tx, creator, room, "group_dm.created", creator.name(), now);
        return new GroupCreated(
                id.text(),
                id,
                Conversations.type(ChannelKind.GROUP),
                wanted.name(),
                participants.stream().map(GroupCreated.Member::new).toList(),
                now);
    }

    private Room group(Tx tx, Caller.Agent agent, String conversation) {
        Room room = addressing.own(tx, agent, conversation);
        if (room.kind() != ChannelKind.GROUP) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "Conversation \"" + conversation + "\" is one of two; begin a group instead");
        }
        return room;
    }

    private void record(
            Tx tx, Caller.Agent by, Room room, String type, String agentName, Instant now) {
        ObjectNode payload = Json.emptyObject();
        payload.put("conversation_id", room.name());
        payload.put("agent_name", agentName);
        ledger.append(
                tx,
                by.workspace(),
                new LedgerEntry(type, room.id(), by.agent(), room.name(), payload, now));
    }
}
