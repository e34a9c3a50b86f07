package dev.waybill.bench.waybill;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Sha256;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/// What the store allows at most: the rows that an envelope to one session leaves behind, as many and as long, so many
/// envelopes to a commit, while nothing is received, decided or delivered.
final class RowsAlone {
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
    private static final String MESSAGE =
            """
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode) values (?, 1, 1, 1, ?, ?, 'wait')
            """;
    private static final String DELIVERY =
            "insert into delivery (agent_id, seq, message_id, reason, created_at) values (1, ?, ?, 'dm', 1)";

    private static final String SESSION = "sess-0123456789abcdef";
    private static final PeerId TO = new PeerId("agent-0." + SESSION);
    private static final String ENVELOPE =
            new String(Publisher.envelope("wb-00000000000000", TO), US_ASCII);
    private static final String WRAPPED = ENVELOPE.repeat(3).substring(0, 3200);
    private static final String DATA = ENVELOPE.substring(0, 320);
    private static final String EVENT = ENVELOPE.substring(0, 200);

    private final Database database;
    private final int together;
    private final AtomicLong written = new AtomicLong();

    private RowsAlone(Database database, int together) {
        this.database = database;
        this.together = together;
    }

    static Row measure(Path parent, int together, Rounds rounds)
            throws IOException, InterruptedException {
        Path path = Files.createTempDirectory(parent, "rows");
        try (DataFolder folder = DataFolder.open(path);
                Database database =
                        Database.open(StoreConfig.DEFAULTS, folder, new SimpleMeterRegistry())) {
            RowsAlone alone = new RowsAlone(database, together);
            Thread writing = Thread.ofPlatform().daemon().start(alone::write);
            try {
                return rounds.alone(
                        new Row("ceiling: rows alone, %d to a commit".formatted(together)),
                        new Rounds.Counted("envelopes", alone.written::get));
            } finally {
                writing.interrupt();
                writing.join();
            }
        } finally {
            Folder.delete(path);
        }
    }

    private void write() {
        while (!Thread.currentThread().isInterrupted()) {
            long first = written.get() + 1;
            List<String> hashes =
                    LongStream.range(first, first + together)
                            .mapToObj(number -> Sha256.hex("wb-" + number))
                            .toList();
            database.write(tx -> write(tx, first, hashes));
            written.addAndGet(together);
        }
    }

    private boolean write(Tx tx, long first, List<String> hashes) {
        LongFunction<String> hash = number -> hashes.get((int) (number - first));
        String to = TO.value();
        each(tx, first, REPLAY, id -> row(hash.apply(id), id));
        each(
                tx,
                first,
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
        each(tx, first, AUDIT, id -> row(2 * id, "received", to, id + "", SESSION, hash.apply(id)));
        each(tx, first, LEDGER, id -> row(id, id + "", EVENT));
        each(tx, first, QUEUE, id -> row(SESSION, id));
        each(tx, first, MESSAGE, id -> row(id, WRAPPED, DATA));
        each(tx, first, DELIVERY, id -> row(id, id));
        each(tx, first, HAND, id -> row(id, SESSION, id));
        each(tx, first - together, SETTLE, id -> row(SESSION, id));
        each(
                tx,
                first,
                AUDIT,
                id -> row(2 * id + 1, "delivered", to, id + "", SESSION, hash.apply(id)));
        return true;
    }

    private void each(Tx tx, long first, String sql, LongFunction<Object[]> row) {
        tx.executeEach(sql, LongStream.range(first, first + together).mapToObj(row).toList());
    }

    private static Object[] row(Object... values) {
        return values;
    }
}
