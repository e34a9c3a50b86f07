package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.workspace.AgentDetail;
import dev.waybill.protocol.workspace.Member;
import dev.waybill.protocol.workspace.MemberRole;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;

/// Who is in which channel.
final class MemberTable {
    private static final String JOIN =
            """
            insert into member (channel_id, agent_id, role, joined_at) values (?, ?, ?, ?)
            on conflict (channel_id, agent_id) do nothing
            """;
    private static final String LEAVE = "delete from member where channel_id = ? and agent_id = ?";
    private static final String LEAVE_ALL = "delete from member where agent_id = ?";
    private static final String IS_IN =
            "select 1 from member where channel_id = ? and agent_id = ?";
    private static final String MUTE =
            "update member set is_muted = ? where channel_id = ? and agent_id = ? and is_muted <> ?";
    private static final String ALL =
            """
            select m.agent_id, a.name, m.role, m.joined_at, m.is_muted
            from member m join author a on a.id = m.agent_id
            where m.channel_id = ? order by m.joined_at, m.agent_id limit 10000
            """;
    private static final String OF_AGENT =
            """
            select c.id, c.name, m.role, m.joined_at from member m join channel c on c.id = m.channel_id
            where m.agent_id = ? and c.kind = 'channel' order by m.joined_at, c.id limit 1000
            """;

    /// False when the agent was in it already.
    boolean join(Tx tx, ChannelId channel, AgentId agent, MemberRole role, Instant now) {
        return 1 == tx.execute(JOIN, channel, agent, role.wire(), now);
    }

    /// False when the agent was not in it.
    boolean leave(Tx tx, ChannelId channel, AgentId agent) {
        return 1 == tx.execute(LEAVE, channel, agent);
    }

    void leaveAll(Tx tx, AgentId agent) {
        tx.execute(LEAVE_ALL, agent);
    }

    boolean isIn(ReadTx tx, ChannelId channel, AgentId agent) {
        return tx.first(IS_IN, row -> row.number(1), channel, agent).isPresent();
    }

    /// False when nothing changed.
    boolean mute(Tx tx, ChannelId channel, AgentId agent, boolean muted) {
        return 1 == tx.execute(MUTE, muted, channel, agent, muted);
    }

    List<Member> all(ReadTx tx, ChannelId channel) {
        return tx.list(
                ALL,
                row ->
                        new Member(
                                new AgentId(row.number(1)),
                                row.text(2),
                                MemberRole.of(row.text(3)),
                                row.instant(4),
                                row.flag(5)),
                channel);
    }

    /// The channels an agent is in, without its conversations.
    List<AgentDetail.Joined> ofAgent(ReadTx tx, AgentId agent) {
        return tx.list(
                OF_AGENT,
                row ->
                        new AgentDetail.Joined(
                                new ChannelId(row.number(1)),
                                row.text(2),
                                MemberRole.of(row.text(3)),
                                row.instant(4)),
                agent);
    }
}
