package dev.waybill.server.message;

import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;

/// The two lists of what was said in which room, on SQLite. The database itself puts new messages into the one of what was
/// said lately.
final class SaidTable {
    private static final String COUNT = "select count(*) from said_lately";
    private static final String SOME =
            """
            select channel_id, message_id from said_lately where (channel_id, message_id) > (?, ?)
            order by channel_id, message_id limit ?
            """;
    private static final String LAST =
            "select channel_id, message_id from said_lately order by channel_id desc, message_id desc limit 1";
    private static final String BETWEEN =
            """
            said_lately where (channel_id, message_id) > (?, ?) and (channel_id, message_id) <= (?, ?)
            """;
    private static final String TAKE_OVER =
            "insert into said_before select channel_id, message_id, thread_id from " + BETWEEN;
    private static final String LEAVE = "delete from " + BETWEEN;

    /// A place between messages: rooms follow each other, and in each the messages do.
    record Place(long room, long message) {
        static final Place BEGINNING = new Place(0, 0);

        private static Place of(Row row) {
            return new Place(row.number(1), row.number(2));
        }

        boolean reaches(Place other) {
            return room == other.room ? message >= other.message : room > other.room;
        }
    }

    long lately(ReadTx tx) {
        return tx.first(COUNT, row -> row.number(1)).orElse(0L);
    }

    /// Where the list ends now.
    Place last(ReadTx tx) {
        return tx.first(LAST, Place::of).orElse(Place.BEGINNING);
    }

    /// Where so many messages after that place end, or the same place if there are none.
    Place after(ReadTx tx, Place from, int count) {
        List<Place> some = tx.list(SOME, Place::of, from.room(), from.message(), count);
        return some.isEmpty() ? from : some.getLast();
    }

    void takeOver(Tx tx, Place from, Place to) {
        Object[] places = {from.room(), from.message(), to.room(), to.message()};
        tx.execute(TAKE_OVER, places);
        tx.execute(LEAVE, places);
    }
}
