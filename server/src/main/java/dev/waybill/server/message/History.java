package dev.waybill.server.message;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.MessageThread;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.delivery.Receipts;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// What was said, as far as the caller may see it.
public final class History {
    /// An observer's filters may hide most of a room; the search for what is left ends somewhere.
    private static final int MOST_PAGES = 20;

    private final Database database;
    private final MessageTable messages;
    private final VisibleMessages visible;
    private final RoomTable rooms = new RoomTable();
    private final Sight sight = new Sight();
    private final Receipts receipts = new Receipts();

    public History(Database database, Json json) {
        this.database = database;
        this.messages = new MessageTable(json);
        this.visible = new VisibleMessages(messages);
    }

    /// What began a thread or stands alone, newest first.
    public List<Message> channel(Caller caller, String channel, MessagePage page) {
        return database.read(
                tx -> {
                    Room room =
                            rooms.channel(tx, caller.workspace(), channel)
                                    .map(RoomTable.Found::room)
                                    .filter(found -> sight.sees(tx, caller, found))
                                    .orElseThrow(() -> Refusals.noChannel(channel));
                    return seen(
                            caller,
                            room,
                            page,
                            new Reading(
                                    part -> messages.page(tx, room.id(), part),
                                    MessagePage::olderThan));
                });
    }

    /// Everything said in a conversation, newest first. An agent must take part in it; for an observer that may not see
    /// it, it does not exist.
    public List<Message> conversation(Caller caller, String conversation, MessagePage page) {
        return database.read(
                tx -> {
                    Room room = conversation(tx, caller, conversation);
                    return seen(
                            caller,
                            room,
                            page,
                            new Reading(
                                    part -> messages.everything(tx, room.id(), part),
                                    MessagePage::olderThan));
                });
    }

    /// With what became of its deliveries.
    public Message message(Caller caller, MessageId id) {
        return database.read(
                tx -> {
                    Message message = visible.find(tx, caller, id).message();
                    return message.with(receipts.of(tx, message.id()));
                });
    }

    /// The whole thread of a message, also where a reply is named.
    public MessageThread thread(Caller caller, MessageId id, MessagePage page) {
        return database.read(
                tx -> {
                    VisibleMessages.Seen named = visible.find(tx, caller, id);
                    MessageId root = named.message().threadId();
                    VisibleMessages.Seen parent =
                            root == null ? named : visible.find(tx, caller, root);
                    return new MessageThread(
                            parent.message(),
                            seen(
                                    caller,
                                    parent.room(),
                                    page,
                                    new Reading(
                                            part ->
                                                    messages.replies(
                                                            tx, parent.message().id(), part),
                                            MessagePage::newerThan)));
                });
    }

    private Room conversation(ReadTx tx, Caller caller, String id) {
        Room room =
                rooms.conversation(tx, caller.workspace(), id)
                        .orElseThrow(() -> Refusals.noConversation(id));
        if (sight.sees(tx, caller, room)) {
            return room;
        }
        throw caller instanceof Caller.Agent
                ? Refusals.notInConversation(id)
                : Refusals.noConversation(id);
    }

    private static List<Message> seen(Caller caller, Room room, MessagePage page, Reading reading) {
        if (!(caller instanceof Caller.Observer)) {
            return reading.page().apply(page);
        }
        List<Message> found = new ArrayList<>();
        List<Message> part = reading.page().apply(page);
        for (int pages = 1; !part.isEmpty(); pages++) {
            part.stream()
                    .filter(message -> Sight.sees(caller, Sight.Facts.of(room, message)))
                    .limit(page.limit() - (long) found.size())
                    .forEach(found::add);
            part =
                    found.size() < page.limit() && pages < MOST_PAGES
                            ? reading.after(page, part)
                            : List.of();
        }
        return found;
    }

    /// How a page is read, and what the page beyond a message is.
    private record Reading(
            Function<MessagePage, List<Message>> page,
            BiFunction<MessagePage, MessageId, MessagePage> beyond) {
        List<Message> after(MessagePage asked, List<Message> read) {
            return page.apply(beyond.apply(asked, read.getLast().id()));
        }
    }
}
