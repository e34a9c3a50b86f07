package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.ChannelUpdate;
import dev.waybill.protocol.workspace.MemberRole;
import dev.waybill.protocol.workspace.NewChannel;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Creates, changes and archives channels.
public final class ChannelChanges {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,79}");

    private final Supplies supplies;
    private final Notices notices;
    private final Memberships memberships;
    private final ChannelTable channels;

    public ChannelChanges(Supplies supplies, Notices notices) {
        this.supplies = supplies;
        this.notices = notices;
        this.memberships = new Memberships(supplies, notices);
        this.channels = new ChannelTable(supplies.json());
    }

    /// An agent that creates a channel owns it; one created with the workspace key is empty at first.
    public Channel create(Caller creator, NewChannel wanted) {
        if (!NAME.matcher(wanted.name()).matches()) {
            throw new Refusal(
                    Reason.INVALID_CHANNEL_NAME,
                    "A channel name has up to 80 lower-case letters, digits and hyphens, and no hyphen first");
        }
        return supplies.database().write(tx -> create(tx, creator, wanted));
    }

    public Channel update(WorkspaceId workspace, String name, ChannelUpdate wanted) {
        return change(
                workspace,
                name,
                channel ->
                        with(
                                channel,
                                wanted.topic() == null ? channel.topic() : wanted.topic(),
                                wanted.metadata()));
    }

    /// No topic takes away the one that is there.
    public Channel setTopic(WorkspaceId workspace, String name, @Nullable String topic) {
        return change(workspace, name, channel -> with(channel, topic, null));
    }

    /// Archiving twice changes nothing.
    public void archive(WorkspaceId workspace, String name) {
        if (name.equals(Workspaces.GENERAL)) {
            throw new Refusal(Reason.CANNOT_ARCHIVE_GENERAL, "#general cannot be archived");
        }
        supplies.database()
                .write(
                        tx -> {
                            Channel channel = found(tx, workspace, name);
                            boolean archived = channels.archive(tx, channel.id());
                            if (archived) {
                                tell(tx, workspace, "channel.archived", channel, null);
                            }
                            return archived;
                        });
    }

    private Channel create(Tx tx, Caller creator, NewChannel wanted) {
        Instant now = supplies.clock().instant();
        AgentName agent =
                creator instanceof Caller.Agent(var _, var id, var name)
                        ? new AgentName(id, name)
                        : null;
        Channel channel = channel(wanted, agent, now);
        if (!channels.insert(tx, creator.workspace(), channel)) {
            throw new Refusal(
                    Reason.CHANNEL_ALREADY_EXISTS,
                    "Channel \"" + wanted.name() + "\" already exists");
        }
        tell(tx, creator.workspace(), "channel.created", channel, channel.createdBy());
        if (agent != null) {
            ChannelName room = new ChannelName(creator.workspace(), channel.id(), channel.name());
            memberships.join(tx, room, agent, MemberRole.OWNER, now);
        }
        return channel;
    }

    private Channel channel(NewChannel wanted, @Nullable AgentName creator, Instant now) {
        return new Channel(
                new ChannelId(supplies.ids().next()),
                wanted.name(),
                wanted.topic(),
                Objects.requireNonNullElseGet(wanted.metadata(), Json::emptyObject),
                creator == null ? null : creator.id(),
                now,
                false,
                creator == null ? 0 : 1);
    }

    private Channel change(WorkspaceId workspace, String name, UnaryOperator<Channel> how) {
        return supplies.database()
                .write(
                        tx -> {
                            Channel channel = found(tx, workspace, name);
                            if (channel.isArchived()) {
                                throw Channels.archived(name);
                            }
                            Channel changed = how.apply(channel);
                            channels.change(tx, changed);
                            tell(tx, workspace, "channel.updated", changed, null);
                            return changed;
                        });
    }

    private Channel found(Tx tx, WorkspaceId workspace, String name) {
        return channels.find(tx, workspace, name).orElseThrow(() -> Channels.notFound(name));
    }

    private void tell(
            Tx tx, WorkspaceId workspace, String event, Channel channel, @Nullable AgentId agent) {
        ObjectNode payload = Json.emptyObject();
        ObjectNode words = payload.putObject("channel").put("name", channel.name());
        if (!event.equals("channel.archived")) {
            words.put("topic", channel.topic());
        }
        notices.inChannel(
                tx,
                workspace,
                new LedgerEntry(
                        event,
                        channel.id(),
                        agent,
                        channel.id().text(),
                        payload,
                        supplies.clock().instant()));
    }

    private static Channel with(
            Channel channel, @Nullable String topic, @Nullable ObjectNode metadata) {
        return new Channel(
                channel.id(),
                channel.name(),
                topic,
                metadata == null ? channel.metadata() : metadata,
                channel.createdBy(),
                channel.createdAt(),
                channel.isArchived(),
                channel.memberCount());
    }
}
