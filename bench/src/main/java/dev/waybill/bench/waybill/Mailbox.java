package dev.waybill.bench.waybill;

import dev.waybill.server.store.Tx;
import java.util.stream.IntStream;

/// What rows of mailboxes need, to whomever the messages are.
final class Mailbox {
    static final String DELIVERY =
            "insert into delivery (agent_id, seq, message_id, reason, created_at) values (?, ?, ?, ?, 1)";

    /// How far a mailbox has come.
    static final String END = "update agent set delivery_seq = ? where id = ?";

    /// How far the record has come.
    static final String LINES = "update workspace set ledger_seq = ? where id = 1";

    private static final String WORKSPACE =
            "insert into workspace (id, name, plan, created_at) values (1, 'bench', 'free', 1)";
    private static final String AGENT =
            """
            insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
            values (?, 1, ?, 'agent', 'online', '{}', 1, 1)
            """;

    private Mailbox() {}

    /// A workspace with so many agents.
    static void prepare(Tx tx, int agents) {
        tx.execute(WORKSPACE);
        tx.executeEach(
                AGENT,
                IntStream.rangeClosed(1, agents)
                        .mapToObj(id -> new Object[] {id, "agent-" + id})
                        .toList());
    }
}
