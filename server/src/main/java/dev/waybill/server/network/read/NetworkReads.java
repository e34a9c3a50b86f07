package dev.waybill.server.network.read;

import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.time.InstantSource;

/// Everything that can be read of the network.
public record NetworkReads(
        NetworkChannels channels,
        Threads threads,
        DirectRooms rooms,
        WorkItems works,
        SessionInbox inbox,
        AuditLog audit) {
    private static final String NEWEST =
            """
            select coalesce(max(id), 0) from (
                select max(id) as id from network_message
                union all select max(id) from network_audit) newest
            """;

    /// Whoever puts something into an inbox rings for its session.
    public static NetworkReads over(
            Database database, NetworkConfig config, InstantSource clock, Waits<String> arrivals) {
        WireWorkspaces workspaces = new WireWorkspaces(config);
        return new NetworkReads(
                new NetworkChannels(database, workspaces),
                new Threads(database, workspaces),
                new DirectRooms(database, workspaces),
                new WorkItems(database, workspaces),
                new SessionInbox(database, config, clock, arrivals),
                new AuditLog(database));
    }

    /// The largest id of a message of the network or of a decision about one; 0 where there is none.
    public static long newestId(ReadTx tx) {
        return tx.first(NEWEST, row -> row.number(1)).orElse(0L);
    }
}
