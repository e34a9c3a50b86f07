package dev.waybill.server.message;

import dev.waybill.protocol.conversation.Inbox;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.message.UnreadTable.UnreadRoom;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import java.util.List;

/// Sums up what waits for an agent.
public final class Inboxes {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 100;

    private static final int MOST_ITEMS = 20;

    private final Database database;
    private final UnreadTable unread = new UnreadTable();
    private final InboxTable inbox = new InboxTable();

    public Inboxes(Database database) {
        this.database = database;
    }

    /// At most `limit` of each kind.
    public Inbox of(Caller.Agent agent, int limit) {
        int items = Math.min(limit, MOST_ITEMS);
        return database.read(
                tx -> {
                    List<UnreadRoom> rooms = unread.byRoom(tx, agent.agent());
                    return new Inbox(
                            channels(rooms, limit),
                            inbox.mentions(tx, agent.agent(), items),
                            conversations(tx, rooms, limit),
                            inbox.reactions(tx, agent.agent(), items));
                });
    }

    private static boolean isConversation(ChannelKind kind) {
        return switch (kind) {
            case DM, GROUP -> true;
            case CHANNEL, RESULTS, NETWORK, EVENTS -> false;
        };
    }

    private static List<Inbox.UnreadChannel> channels(List<UnreadRoom> rooms, int limit) {
        return rooms.stream()
                .filter(unread -> unread.room().kind() == ChannelKind.CHANNEL)
                .limit(limit)
                .map(unread -> new Inbox.UnreadChannel(unread.room().name(), unread.count()))
                .toList();
    }

    private List<Inbox.UnreadDirect> conversations(ReadTx tx, List<UnreadRoom> rooms, int limit) {
        return rooms.stream()
                .filter(unread -> isConversation(unread.room().kind()))
                .limit(limit)
                .flatMap(
                        unread ->
                                inbox
                                        .said(tx, unread.latest())
                                        .map(said -> direct(unread, said))
                                        .stream())
                .toList();
    }

    private static Inbox.UnreadDirect direct(UnreadRoom unread, InboxTable.Said said) {
        return new Inbox.UnreadDirect(
                unread.room().name(),
                said.author(),
                unread.count(),
                new Inbox.LastMessage(
                        unread.latest(),
                        said.text(),
                        Snowflakes.instantOf(unread.latest().value())));
    }
}
