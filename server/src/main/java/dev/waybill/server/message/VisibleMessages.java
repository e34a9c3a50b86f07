package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.workspace.Caller;

/// Finds a message by its id for those who may see it; for all others there is none.
final class VisibleMessages {
    private static final String FIND =
            """
            select %s, m.id, m.agent_id, m.thread_id from message m join channel c on c.id = m.channel_id
            where m.workspace_id = ? and m.id = ?
            """
                    .formatted(RoomTable.COLUMNS);

    private final Visibility visibility = new Visibility();

    /// A message, and whether its room is closed.
    record Found(Heading heading, boolean archived) {}

    Heading find(ReadTx tx, Caller caller, MessageId id) {
        return lookUp(tx, caller, id).heading();
    }

    Found lookUp(ReadTx tx, Caller caller, MessageId id) {
        return tx.first(FIND, VisibleMessages::read, caller.workspace(), id)
                .filter(found -> visibility.sees(tx, caller, found.heading().room()))
                .filter(found -> Visibility.sees(caller, found.heading()))
                .orElseThrow(() -> Refusals.noMessage(id.text()));
    }

    private static Found read(Row row) {
        RoomTable.Found room = RoomTable.read(row);
        Long thread = row.numberOrNull(7);
        return new Found(
                new Heading(
                        new MessageId(row.number(5)),
                        new AgentId(row.number(6)),
                        thread == null ? null : new MessageId(thread),
                        room.room()),
                room.archived());
    }
}
