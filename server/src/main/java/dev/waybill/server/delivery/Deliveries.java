package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// Puts messages into the mailboxes of their recipients.
public final class Deliveries {
    private static final String RECIPIENTS =
            "select agent_id from member where channel_id = ? and agent_id <> ? and is_muted = 0";
    private static final String NEXT_SEQ =
            "update agent set delivery_seq = delivery_seq + 1 where id in (" + RECIPIENTS + ")";
    private static final String INSERT =
            """
            insert into delivery (agent_id, seq, message_id, reason, created_at)
            select id, delivery_seq, ?, 'message', ? from agent where id in (\
            """
                    + RECIPIENTS
                    + ")";

    /// Gives every member of the channel but the sender and the muted ones the next place in its mailbox.
    public int toChannel(Tx tx, MessageId message, ChannelId channel, AgentId sender, Instant now) {
        tx.execute(NEXT_SEQ, channel, sender);
        return tx.execute(INSERT, message, now, channel, sender);
    }
}
