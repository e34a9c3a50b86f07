package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceCreated;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Creates and finds workspaces.
public final class Workspaces {
    /// The channel every workspace begins with and every agent joins.
    static final String GENERAL = "general";

    private static final String INSERT =
            "insert into workspace (id, name, plan, created_at) values (?, ?, ?, ?)";
    private static final String FIND =
            "select id, name, plan, created_at from workspace where id = ?";
    private static final String NEWEST =
            """
            select coalesce(max(id), 0) from (
                select max(id) as id from workspace
                union all select max(id) from agent
                union all select max(id) from channel) newest
            """;
    private static final String ANY = "select 1 from workspace limit 1";

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final SecureRandom random;
    private final TokenTable tokens = new TokenTable();
    private final ChannelTable channels = new ChannelTable();

    public Workspaces(Database database, Snowflakes ids, InstantSource clock, SecureRandom random) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.random = random;
    }

    public WorkspaceCreated create(NewWorkspace wanted) {
        Token key = Token.mint(TokenKind.WORKSPACE, random);
        return database.write(tx -> create(tx, wanted, key));
    }

    /// Creates a workspace, in a transaction with other things, whose key the caller has minted already.
    public WorkspaceCreated create(Tx tx, NewWorkspace wanted, Token key) {
        WorkspaceId id = new WorkspaceId(ids.next());
        Instant now = clock.instant();
        tx.execute(INSERT, id, wanted.name(), "free", now);
        tokens.insert(tx, key, id, id.text(), now);
        channels.insert(
                tx,
                new ChannelId(ids.next()),
                id,
                new ChannelTable.NewChannel(GENERAL, "General discussion", now));
        return new WorkspaceCreated(id, key.secret(), now);
    }

    public Optional<Workspace> find(WorkspaceId id) {
        return database.read(
                tx ->
                        tx.first(
                                FIND,
                                row ->
                                        new Workspace(
                                                new WorkspaceId(row.number(1)),
                                                row.text(2),
                                                row.text(3),
                                                row.instant(4)),
                                id));
    }

    /// The largest id in use here; later ids must be larger, whatever the clock says.
    public long newestId() {
        return database.read(tx -> tx.first(NEWEST, row -> row.number(1))).orElse(0L);
    }

    /// Whether this database holds any workspace yet.
    public boolean none() {
        return database.read(tx -> tx.first(ANY, row -> row.number(1))).isEmpty();
    }
}
