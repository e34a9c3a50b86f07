package dev.waybill.server.network.read;

import dev.waybill.protocol.network.api.NetworkChannelView;
import dev.waybill.server.network.read.ChannelTable.Named;
import dev.waybill.server.network.read.ChannelTable.Sum;
import dev.waybill.server.store.Database;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The channels of the network that a workspace knows, with what is in the tables about them. Who is present elsewhere is
/// not; local peers alone are counted.
public final class NetworkChannels {
    private static final int MOST = 1000;

    private final Database database;
    private final WireWorkspaces workspaces;
    private final ChannelTable table = new ChannelTable();

    NetworkChannels(Database database, WireWorkspaces workspaces) {
        this.database = database;
        this.workspaces = workspaces;
    }

    /// In the order of their names.
    public List<NetworkChannelView> list(NetworkSight sight) {
        return sight.open() ? views(sight, "") : List.of();
    }

    public NetworkChannelView show(NetworkSight sight, String channel) {
        List<NetworkChannelView> found =
                sight.open() && !channel.isEmpty() ? views(sight, channel) : List.of();
        return found.stream().findFirst().orElseThrow(() -> Missing.channel(channel));
    }

    private List<NetworkChannelView> views(NetworkSight sight, String name) {
        String workspace = workspaces.nameOf(sight.workspace());
        return database.read(
                tx -> {
                    Map<String, Sum> threads = table.threads(tx, sight.workspace(), name);
                    Map<String, Sum> rooms = table.rooms(tx, sight, name);
                    return table.list(tx, sight.workspace(), name, MOST).stream()
                            .map(
                                    channel ->
                                            view(
                                                    channel,
                                                    workspace,
                                                    threads.getOrDefault(
                                                            channel.channel(), Sum.NONE),
                                                    rooms.getOrDefault(
                                                            channel.channel(), Sum.NONE)))
                            .toList();
                });
    }

    private static NetworkChannelView view(
            Named channel, @Nullable String workspace, Sum threads, Sum rooms) {
        return new NetworkChannelView(
                channel.channel(),
                workspace,
                channel.purpose(),
                channel.createdBy(),
                channel.createdAt(),
                channel.sessions(),
                channel.sessions(),
                0,
                threads.count(),
                rooms.count(),
                threads.openWork() + rooms.openWork(),
                threads.messages() + rooms.messages(),
                later(threads.last(), rooms.last()),
                channel.preview(),
                List.of(),
                List.of());
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return Stream.of(one, other)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }
}
