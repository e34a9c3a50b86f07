package dev.waybill.bench.store;

/// The rows that every contender with tables writes.
final class Rows {
    static final int AGENTS = 100;

    static final String MESSAGE =
            """
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
            values (?, 1, 1, 1, ?, '{}', 'wait')
            """;
    static final String DELIVERY =
            "insert into delivery (agent_id, seq, message_id, reason, created_at) values (?, ?, ?, 'message', 1)";

    private Rows() {}
}
