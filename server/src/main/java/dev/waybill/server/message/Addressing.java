package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.MailboxLookUp;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.LookUp;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.util.List;

/// Finds out where a message goes, and whether its sender may send it there.
final class Addressing {
    private static final String SELF = "@self";
    private final Snowflakes ids;
    private final RoomTable rooms = new RoomTable();
    private final DirectRooms directRooms = new DirectRooms();
    private final VisibleMessages messages = new VisibleMessages();

    Addressing(Snowflakes ids) {
        this.ids = ids;
    }

    /// Refuses before it writes: whoever catches the refusal finds nothing half done. A conversation of two begins here.
    Destination resolve(Tx tx, Caller.Agent sender, Outgoing outgoing) {
        return switch (outgoing) {
            case Outgoing.ToChannel(var channel, var _) ->
                    new Destination(open(channel(tx, sender.workspace(), channel)), null);
            case Outgoing.ToAgent(var agent, var _) ->
                    direct(tx, sender, recipient(tx, sender, agent));
            case Outgoing.ToConversation(var conversation, var _) ->
                    new Destination(own(tx, sender, conversation), null);
            case Outgoing.Reply(var to, var _) -> thread(tx, sender, to);
        };
    }

    /// The agent of that name; the sender itself for `@self`.
    AgentId recipient(Tx tx, Caller.Agent sender, String name) {
        if (name.equals(SELF)) {
            return sender.agent();
        }
        String plain = plain(name);
        return AgentNames.of(tx)
                .find(tx, sender.workspace(), plain)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.AGENT_NOT_FOUND,
                                        "Agent \"" + plain + "\" not found"));
    }

    private static String plain(String name) {
        return name.startsWith("@") ? name.substring(1) : name;
    }

    /// What will be looked up to find that agent, and the mailboxes of the two.
    List<LookUp> lookUps(Caller.Agent sender, String name) {
        AgentNames.Named recipient = new AgentNames.Named(sender.workspace(), plain(name));
        return List.of(
                new NameLookUp(recipient),
                MailboxLookUp.in(
                        tx ->
                                AgentNames.of(tx)
                                        .known(recipient)
                                        .map(agent -> directRooms.find(sender.agent(), agent))
                                        .map(Room::id)));
    }

    private RoomTable.Found channel(Tx tx, WorkspaceId workspace, String name) {
        return rooms.channel(tx, workspace, name).orElseThrow(() -> Refusals.noChannel(name));
    }

    /// The conversation of the two.
    Destination direct(Tx tx, Caller.Agent sender, AgentId other) {
        return new Destination(room(tx, sender, other), null);
    }

    private Room room(Tx tx, Caller.Agent sender, AgentId other) {
        Room known = directRooms.find(sender.agent(), other);
        if (known != null) {
            return known;
        }
        String name = DirectName.of(sender.workspace(), sender.agent(), other);
        Room room =
                rooms.conversation(tx, sender.workspace(), name)
                        .orElseGet(() -> begin(tx, sender, other, name));
        tx.afterCommit(() -> directRooms.keep(sender.agent(), other, room));
        return room;
    }

    private Room begin(Tx tx, Caller.Agent sender, AgentId other, String name) {
        ChannelId id = new ChannelId(ids.next());
        Instant now = Snowflakes.instantOf(id.value());
        rooms.insert(
                tx,
                sender.workspace(),
                new RoomTable.NewRoom(id, name, ChannelKind.DM, null, sender.agent(), now));
        // Another server may have begun it meanwhile.
        Room room = rooms.conversation(tx, sender.workspace(), name).orElseThrow();
        rooms.join(tx, room.id(), List.of(sender.agent(), other), now);
        return room;
    }

    /// A conversation that the sender takes part in.
    Room own(Tx tx, Caller.Agent sender, String conversation) {
        Room room =
                rooms.conversation(tx, sender.workspace(), conversation)
                        .orElseThrow(() -> Refusals.noConversation(conversation));
        if (!rooms.isMember(tx, room.id(), sender.agent())) {
            throw Refusals.notInConversation(conversation);
        }
        return room;
    }

    private Destination thread(Tx tx, Caller.Agent sender, MessageId to) {
        VisibleMessages.Found found = messages.lookUp(tx, sender, to);
        Heading parent = found.heading();
        if (parent.room().kind().isOwn()) {
            throw new Refusal(Reason.INVALID_REQUEST, unanswerable(parent.room().kind(), to));
        }
        return new Destination(
                open(new RoomTable.Found(parent.room(), found.archived())), parent.root());
    }

    private static String unanswerable(ChannelKind kind, MessageId to) {
        return switch (kind) {
            case NETWORK ->
                    "A message of the network is answered with POST /v1/network/send: " + to;
            case EVENTS -> "An event is answered with POST /v1/deliveries/invoke: " + to;
            default -> "Nobody answers to the result of an action: " + to;
        };
    }

    private static Room open(RoomTable.Found found) {
        if (found.archived()) {
            throw new Refusal(
                    Reason.CHANNEL_ARCHIVED, "Channel \"" + found.room().name() + "\" is archived");
        }
        return found.room();
    }
}
