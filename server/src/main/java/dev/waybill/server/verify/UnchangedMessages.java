package dev.waybill.server.verify;

import dev.waybill.server.message.Checksum;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Weight;
import java.util.ArrayList;
import java.util.List;

/// Holds what is stored of each message against what was written.
final class UnchangedMessages {
    static final String NAME = "message.unchanged";
    static final String PROMISE = "every message is stored as it was written";

    private static final int PAGE = 1000;
    private static final long MOST_CHARACTERS = 4 << 20;
    private static final int NUMBERS = 5;
    private static final int COLUMNS = 12;
    private static final String WRITTEN =
            """
            select id, workspace_id, channel_id, agent_id, coalesce(thread_id, 0),
                text, blocks, metadata, mode, attachments, delivery, idempotency_key, checksum
            from message where id > ? order by id limit\s"""
                    + PAGE;

    private UnchangedMessages() {}

    private record Known(long id, boolean unchanged, long size) {}

    static List<String> broken(ReadTx tx) {
        List<String> breaches = new ArrayList<>();
        long last = Long.MIN_VALUE;
        List<Known> page;
        do {
            page =
                    tx.page(
                            WRITTEN,
                            UnchangedMessages::known,
                            new Weight<>(Known::size, MOST_CHARACTERS),
                            last);
            for (Known message : page) {
                last = message.id();
                if (!message.unchanged() && breaches.size() < Invariant.MOST) {
                    breaches.add("message " + message.id() + " is not as it was written");
                }
            }
        } while (!page.isEmpty());
        return breaches;
    }

    private static Known known(Row row) {
        Checksum checksum = new Checksum();
        for (int column = 1; column <= NUMBERS; column++) {
            checksum.with(row.number(column));
        }
        long size = 0;
        for (int column = NUMBERS + 1; column <= COLUMNS; column++) {
            String text = row.textOrNull(column);
            checksum.with(text);
            size += text == null ? 0 : text.length();
        }
        Long written = row.numberOrNull(COLUMNS + 1);
        return new Known(
                row.number(1), written == null || written.longValue() == checksum.value(), size);
    }
}
