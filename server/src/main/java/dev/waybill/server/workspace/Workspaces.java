package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceCreated;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;

/// Creates and finds workspaces.
public final class Workspaces {
    /// The channel every workspace begins with and every agent joins.
    static final String GENERAL = "general";

    private static final String NEWEST =
            """
            select coalesce(max(id), 0) from (
                select max(id) as id from workspace
                union all select max(id) from agent
                union all select max(id) from channel) newest
            """;
    private static final String ANY = "select 1 from workspace limit 1";

    private final Supplies supplies;
    private final Database database;
    private final WorkspaceTable workspaces;
    private final ChannelTable channels;
    private final TokenTable tokens = new TokenTable();

    public Workspaces(Supplies supplies) {
        this.supplies = supplies;
        this.database = supplies.database();
        this.workspaces = new WorkspaceTable(supplies.json());
        this.channels = new ChannelTable(supplies.json());
    }

    public WorkspaceCreated create(NewWorkspace wanted) {
        Token key = Token.mint(TokenKind.WORKSPACE, supplies.random());
        return database.write(tx -> create(tx, wanted, key));
    }

    /// Creates a workspace, in a transaction with other things, whose key the caller has minted already.
    public WorkspaceCreated create(Tx tx, NewWorkspace wanted, Token key) {
        WorkspaceId id = new WorkspaceId(supplies.ids().next());
        Instant now = supplies.clock().instant();
        Long seconds = wanted.expiresInSeconds();
        workspaces.insert(
                tx,
                new Workspace(id, wanted.name(), "free", null, now, Json.emptyObject()),
                seconds == null ? null : now.plusSeconds(seconds));
        tokens.insert(tx, key, id, id.text(), now);
        channels.insert(tx, id, general(now));
        return new WorkspaceCreated(id, key.secret(), now);
    }

    public Optional<Workspace> find(WorkspaceId id) {
        return database.read(tx -> workspaces.find(tx, id, supplies.clock().instant()));
    }

    /// Names are not unique; the oldest workspace is found.
    public Optional<Workspace> find(String name) {
        return database.read(tx -> workspaces.find(tx, name, supplies.clock().instant()));
    }

    /// The largest id of a workspace, an agent or a channel; 0 where there is none.
    public static long newestId(ReadTx tx) {
        return tx.first(NEWEST, row -> row.number(1)).orElse(0L);
    }

    /// Whether this database holds any workspace yet.
    public boolean none() {
        return database.read(tx -> tx.first(ANY, row -> row.number(1))).isEmpty();
    }

    private Channel general(Instant now) {
        return new Channel(
                new ChannelId(supplies.ids().next()),
                GENERAL,
                "General discussion",
                Json.emptyObject(),
                null,
                now,
                false,
                0);
    }
}
