package dev.waybill.server.workspace;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.ChannelDetail;
import dev.waybill.protocol.workspace.Member;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.List;

/// Shows channels and who is in them, as far as the caller may see.
public final class ChannelDirectory {
    private final Database database;
    private final ChannelTable channels;
    private final MemberTable members = new MemberTable();

    public ChannelDirectory(Database database, Json json) {
        this.database = database;
        this.channels = new ChannelTable(json);
    }

    public List<Channel> list(Sight sight, boolean archivedToo) {
        return database.read(tx -> channels.all(tx, sight.workspace(), archivedToo)).stream()
                .filter(channel -> sight.channel(channel.id(), channel.name()))
                .toList();
    }

    public ChannelDetail show(Sight sight, String name) {
        return database.read(
                tx -> {
                    Channel channel = found(tx, sight, name);
                    return ChannelDetail.of(channel, members(tx, sight, channel));
                });
    }

    public List<Member> members(Sight sight, String name) {
        return database.read(tx -> members(tx, sight, found(tx, sight, name)));
    }

    private List<Member> members(ReadTx tx, Sight sight, Channel channel) {
        return members.all(tx, channel.id()).stream()
                .filter(member -> sight.agent(member.agentId()))
                .toList();
    }

    private Channel found(ReadTx tx, Sight sight, String name) {
        return channels.find(tx, sight.workspace(), name)
                .filter(channel -> sight.channel(channel.id(), name))
                .orElseThrow(() -> Channels.notFound(name));
    }
}
