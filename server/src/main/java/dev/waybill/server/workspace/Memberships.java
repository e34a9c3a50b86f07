package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Invited;
import dev.waybill.protocol.workspace.Joining;
import dev.waybill.protocol.workspace.MemberRole;
import dev.waybill.protocol.workspace.Muting;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;

/// Lets agents into channels and out of them, and keeps what they do not want to hear.
public final class Memberships {
    private final Database database;
    private final InstantSource clock;
    private final Notices notices;
    private final Channels channels = new Channels();
    private final MemberTable members = new MemberTable();
    private final AgentTable agents;

    public Memberships(Supplies supplies, Notices notices) {
        this.database = supplies.database();
        this.clock = supplies.clock();
        this.notices = notices;
        this.agents = new AgentTable(supplies.json());
    }

    public Joining join(Caller.Agent self, String channel) {
        return database.write(
                tx -> {
                    ChannelName room = open(tx, self.workspace(), channel);
                    boolean joined = join(tx, room, name(self), MemberRole.MEMBER, clock.instant());
                    return new Joining(channel, self.agent(), !joined);
                });
    }

    /// Leaving a channel one is not in changes nothing.
    public void leave(Caller.Agent self, String channel) {
        database.write(
                tx -> {
                    ChannelName room = named(tx, self.workspace(), channel);
                    if (members.leave(tx, room.id(), self.agent())) {
                        tell(tx, "member.left", room, name(self), clock.instant());
                    }
                    return room;
                });
    }

    /// Takes another agent into a channel; only who is in it may.
    public Invited invite(Caller.Agent self, String channel, String guest) {
        return database.write(
                tx -> {
                    ChannelName room = open(tx, self.workspace(), channel);
                    requireMember(tx, room, self);
                    AgentName invited = agents.require(tx, self.workspace(), guest);
                    join(tx, room, invited, MemberRole.MEMBER, clock.instant());
                    return new Invited(channel, guest);
                });
    }

    /// Nothing said in a muted channel is delivered.
    public Muting mute(Caller.Agent self, String channel, boolean muted) {
        return database.write(
                tx -> {
                    ChannelName room = named(tx, self.workspace(), channel);
                    requireMember(tx, room, self);
                    if (members.mute(tx, room.id(), self.agent(), muted)) {
                        String event = muted ? "member.channel_muted" : "member.channel_unmuted";
                        tell(tx, event, room, name(self), clock.instant());
                    }
                    return new Muting(channel, self.agent(), muted);
                });
    }

    /// False when the agent was in it already.
    boolean join(Tx tx, ChannelName room, AgentName agent, MemberRole role, Instant now) {
        boolean joined = members.join(tx, room.id(), agent.id(), role, now);
        if (joined) {
            tell(tx, "member.joined", room, agent, now);
        }
        return joined;
    }

    /// Takes an agent out of everything it is in.
    void leaveAll(Tx tx, WorkspaceId workspace, AgentName agent, Instant now) {
        var joined = members.ofAgent(tx, agent.id());
        members.leaveAll(tx, agent.id());
        joined.forEach(
                channel ->
                        tell(
                                tx,
                                "member.left",
                                new ChannelName(workspace, channel.id(), channel.name()),
                                agent,
                                now));
    }

    ChannelName open(ReadTx tx, WorkspaceId workspace, String channel) {
        return new ChannelName(workspace, channels.open(tx, workspace, channel), channel);
    }

    private ChannelName named(ReadTx tx, WorkspaceId workspace, String channel) {
        return new ChannelName(workspace, channels.require(tx, workspace, channel), channel);
    }

    private void requireMember(ReadTx tx, ChannelName room, Caller.Agent agent) {
        if (!members.isIn(tx, room.id(), agent.agent())) {
            throw new Refusal(
                    Reason.NOT_A_MEMBER,
                    "Agent \"%s\" is not in channel \"%s\"".formatted(agent.name(), room.name()));
        }
    }

    private void tell(Tx tx, String event, ChannelName room, AgentName agent, Instant now) {
        ChannelId channel = room.id();
        notices.inChannel(
                tx,
                room.workspace(),
                new LedgerEntry(
                        event,
                        channel,
                        agent.id(),
                        agent.id().text(),
                        Json.emptyObject()
                                .put("channel", room.name())
                                .put("agent_name", agent.name()),
                        now));
    }

    private static AgentName name(Caller.Agent agent) {
        return new AgentName(agent.agent(), agent.name());
    }
}
