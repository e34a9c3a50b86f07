package dev.waybill.server.verify;

import dev.waybill.server.store.Tx;
import java.util.regex.Pattern;

/// Rows of everything, few enough to be looked at, in which nothing is wrong.
final class SoundWorld {
    private static final String ROWS =
            """
            insert into workspace (id, name, plan, ledger_seq, created_at) values (1, 'one', 'free', 16, 0);
            insert into workspace (id, name, plan, ledger_seq, created_at) values (2, 'two', 'free', 0, 0);
            insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen, delivery_seq, ack_seq,
                transport_seq, event_seq) values (11, 1, 'ann', 'agent', 'online', '{}', 0, 0, 0, 0, 0, 1);
            insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen, delivery_seq, ack_seq,
                transport_seq) values (12, 1, 'bob', 'agent', 'online', '{}', 0, 0, 6, 1, 3);
            insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
                values (21, 2, 'eve', 'agent', 'online', '{}', 0, 0);
            insert into access_token (hash, kind, workspace_id, owner, created_at) values ('aa', 'agent', 1, '11', 0);
            insert into channel (id, workspace_id, name, created_at, kind) values (31, 1, 'dm_1', 0, 'dm');
            insert into channel (id, workspace_id, name, created_at, kind) values (32, 1, 'room', 0, 'channel');
            insert into channel (id, workspace_id, name, created_at, kind) values (33, 1, 'own', 0, 'events');
            insert into member (channel_id, agent_id, role, joined_at) values (31, 11, 'member', 0);
            insert into member (channel_id, agent_id, role, joined_at) values (31, 12, 'member', 0);
            insert into member (channel_id, agent_id, role, joined_at) values (32, 12, 'member', 0);
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode, idempotency_key)
                values (101, 1, 31, 11, 'hi', '{}', 'wait', 'k1');
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                values (102, 1, 32, 11, 'all', '{}', 'wait');
            insert into message (id, workspace_id, channel_id, agent_id, thread_id, text, metadata, mode, idempotency_key)
                values (103, 1, 32, 11, 102, 'more', '{}', 'wait', 'k1');
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                values (104, 1, 33, 12, 'event', '{}', 'wait');
            insert into delivery (agent_id, seq, message_id, reason, created_at) values (12, 1, 101, 'dm', 0);
            insert into delivery (agent_id, seq, message_id, reason, created_at, status)
                values (12, 2, 102, 'channel', 0, 'replaced');
            insert into delivery (agent_id, seq, message_id, reason, created_at, status, dead_for)
                values (12, 3, 103, 'thread', 0, 'dead_lettered', 'ttl_expired');
            insert into delivery (agent_id, seq, message_id, reason, created_at, attempt) values (12, 4, 102, 'channel', 0, 2);
            insert into delivery (agent_id, seq, message_id, reason, created_at) values (12, 5, 104, 'event', 0);
            insert into delivery (agent_id, seq, message_id, reason, created_at) values (12, 6, 105, 'event', 0);
            insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                values (105, 1, 33, 12, 'network', '{}', 'wait');
            insert into ack (agent_id, up_to_seq, at) values (12, 1, 0);
            insert into invocation (id, workspace_id, action_name, caller_id, input, output, status, created_at, completed_at)
                values ('inv_1', 1, 'vote', 11, '{}', '{}', 'completed', 0, 1);
            insert into invocation (id, workspace_id, action_name, caller_id, input, error, status, created_at, completed_at)
                values ('inv_2', 1, 'vote', 11, '{}', 'no', 'failed', 0, 1);
            insert into invocation (id, workspace_id, action_name, caller_id, input, status, created_at)
                values ('inv_3', 1, 'vote', 11, '{}', 'pending', 0);
            insert into outbound_lane (lane, free_at) values ('lane', 0);
            insert into outbound_attempt (id, workspace_id, actor, provider, surface, target_ref, kind, operation, is_canonical,
                payload, input, request_hash, credential, is_operators, account, lane, approvers, created_at, version, status,
                attempt_count, tries, looks, completed_at, updated_at)
                values ('out_1', 1, 'ann', 'github', 'issue', 'a/b#1', 'reply', 'comment', 1, '{}', '{}', 'h', 'c', 0, 'a',
                    'lane', '', 0, 3, 'sent', 1, 1, 0, 5, 5);
            insert into outbound_event (attempt_id, seq, at, to_status, attempt_no) values ('out_1', 1, 0, 'queued', 0);
            insert into outbound_event (attempt_id, seq, at, from_status, to_status, attempt_no)
                values ('out_1', 2, 0, 'queued', 'in_flight', 1);
            insert into outbound_event (attempt_id, seq, at, from_status, to_status, attempt_no)
                values ('out_1', 3, 0, 'in_flight', 'sent', 1);
            insert into event_source (id, workspace_id, host_id, kind, key, type, config, status, last_seq, created_at,
                updated_at) values ('src_1', 1, 'host', 'local', 'k', 'local', '{}', 'active', 7, 0, 0);
            insert into event (source_id, seq, id, workspace_id, native_id, variant, occurred_at, metadata, payload, created_at)
                values ('src_1', 7, 'evt_7', 1, 'n7', 'v', 0, '{}', '{}', 0);
            insert into event_inbox (agent_id, workspace_id, last_sequence) values (12, 1, 1);
            insert into event_item (id, workspace_id, agent_id, source_id, native_id, variant, occurred_at, metadata, payload,
                delivery, created_at) values ('item_1', 1, 12, 'src_1', 'n7', 'v', 0, '{}', '{}', '{}', 0);
            insert into event_entry (id, workspace_id, agent_id, sequence, kind, summary, count, first_item_at, last_item_at,
                delivery, mail, message_id, created_at)
                values ('ent_1', 1, 12, 1, 'item', 's', 1, 0, 0, '{}', 'open', 104, 0);
            insert into event_entry_item (entry_id, place, item_id) values ('ent_1', 0, 'item_1');
            insert into network_session (id, workspace_id, agent_id, scope, channel, peer_id, card, joined_at)
                values ('ses_1', 1, 12, '', 'builders', 'p', '{}', 0);
            insert into network_message (id, workspace_id, key, content, channel, direction, peer_from, kind, trust, shown_id,
                size, hash, envelope) values (201, 1, 'k', 'c', 'builders', 'in', 'q', 'say', 'none', 'm', 1, 'h', '{}');
            insert into network_inbox (session_id, id, workspace_id, agent_id, message_id) values ('ses_1', 201, 1, 12, 105);
            insert into network_outbox (id, workspace_id, session_id, subject, attempts, due_at, worker)
                values (201, 1, 'ses_1', 's', 0, 0, 1);
            insert into session_event (agent_id, sequence, id, workspace_id, type, created_at)
                values (11, 1, 'e', 1, 'status.idle', 0);
            insert into idempotency (workspace_id, actor, scope, key, fingerprint, data, created_at)
                values (1, '11', 'dm', 'k1', 'f', '{}', 0);
            insert into file (id, workspace_id, filename, content_type, size_bytes, uploaded_by, status, created_at, sha256)
                values ('301', 1, 'a.txt', 'text/plain', 5, '11', 'complete', 0,
                    '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
            """;

    /// What is on record, in its order: type, agent and subject.
    private static final String[][] RECORD = {
        {"dm.received", "11", "101"},
        {"message.created", "11", "102"},
        {"thread.reply", "11", "103"},
        {"delivery.delivered", "12", "12:1"},
        {"delivery.deferred", "12", "del_102_12"},
        {"delivery.failed", "12", "del_103_12"},
        {"action.invoked", "11", "inv_1"},
        {"action.completed", "11", "inv_1"},
        {"action.invoked", "11", "inv_2"},
        {"action.failed", "11", "inv_2"},
        {"action.invoked", "11", "inv_3"},
        {"outbound.queued", "11", "out_1"},
        {"outbound.in_flight", "11", "out_1"},
        {"outbound.sent", "11", "out_1"},
        {"file.uploaded", "11", "301"},
        {"channel.created", "11", "room"}
    };

    /// The bytes of the file are these.
    static final String FILE = "hello";

    private SoundWorld() {}

    static int write(Tx tx) {
        Pattern.compile(";\n").splitAsStream(ROWS).forEach(tx::execute);
        for (int i = 0; i < RECORD.length; i++) {
            tx.execute(
                    """
                    insert into ledger (workspace_id, seq, type, agent_id, subject, created_at) values (1, ?, ?, ?, ?, 0)
                    """,
                    i + 1,
                    RECORD[i][0],
                    Long.parseLong(RECORD[i][1]),
                    RECORD[i][2]);
        }
        return RECORD.length;
    }
}
