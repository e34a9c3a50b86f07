package dev.waybill.bench.waybill;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Sha256;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/// The rows that an envelope to one session leaves behind, as many and as long.
final class EnvelopeRows implements RowsAlone.Rows {
    private static final String REPLAY = "insert into network_replay (key, until) values (?, ?)";
    private static final String KEPT =
            """
            insert into network_message (id, workspace_id, key, content, channel, container, direction, peer_from, peer_to,
                kind, trust, shown_id, size, hash, envelope)
            values (?, 1, ?, ?, 'bench', 'thread_load', 'received', 'load.sess-generator', ?, 'say', 'untrusted', ?, 1300, ?, ?)
            """;
    private static final String AUDIT =
            """
            insert into network_audit (id, workspace_id, direction, kind, channel, container, peer_from, peer_to, message_id,
                session_id, size, hash)
            values (?, 1, ?, 'say', 'bench', 'thread_load', 'load.sess-generator', ?, ?, ?, 1300, ?)
            """;
    private static final String LEDGER =
            """
            insert into ledger (workspace_id, seq, type, subject, payload, created_at)
            values (1, ?, 'network.message.received', ?, ?, 1)
            """;
    private static final String QUEUE =
            "insert into network_inbox (session_id, id, workspace_id, agent_id) values (?, ?, 1, 1)";
    private static final String HAND =
            "update network_inbox set message_id = ? where session_id = ? and id = ?";
    private static final String SETTLE =
            "delete from network_inbox where session_id = ? and id = ?";
    private static final String DELIVERY =
            "insert into delivery (agent_id, seq, message_id, reason, created_at) values (1, ?, ?, 'dm', 1)";

    private static final String SESSION = "sess-0123456789abcdef";
    private static final PeerId TO = new PeerId("agent-0." + SESSION);
    private static final String ENVELOPE =
            new String(Publisher.envelope("wb-00000000000000", TO), US_ASCII);
    private static final String WRAPPED = ENVELOPE.repeat(3).substring(0, 3200);
    private static final String DATA = ENVELOPE.substring(0, 320);
    private static final String EVENT = ENVELOPE.substring(0, 200);

    @Override
    public String unit() {
        return "envelopes";
    }

    @Override
    public void write(Tx tx, long first, int count) {
        List<String> hashes =
                LongStream.range(first, first + count)
                        .mapToObj(number -> Sha256.hex("wb-" + number))
                        .toList();
        LongFunction<String> hash = number -> hashes.get((int) (number - first));
        RowsAlone.Batch batch = new RowsAlone.Batch(tx, first, count);
        String to = TO.value();
        batch.each(REPLAY, id -> row(hash.apply(id), id));
        batch.each(
                KEPT,
                id ->
                        row(
                                id,
                                hash.apply(id),
                                hash.apply(id),
                                to,
                                id + "",
                                hash.apply(id),
                                ENVELOPE));
        batch.each(AUDIT, id -> row(2 * id, "received", to, id + "", SESSION, hash.apply(id)));
        batch.each(LEDGER, id -> row(id, id + "", EVENT));
        batch.each(QUEUE, id -> row(SESSION, id));
        batch.each(MessageRow.INSERT, id -> MessageRow.of(id, 1, 1, WRAPPED, DATA));
        batch.each(DELIVERY, id -> row(id, id));
        batch.each(HAND, id -> row(id, SESSION, id));
        new RowsAlone.Batch(tx, first - count, count).each(SETTLE, id -> row(SESSION, id));
        batch.each(AUDIT, id -> row(2 * id + 1, "delivered", to, id + "", SESSION, hash.apply(id)));
    }

    private static Object[] row(Object... values) {
        return values;
    }
}
