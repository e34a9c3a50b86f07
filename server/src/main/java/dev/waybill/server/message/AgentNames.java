package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.Gathered;
import dev.waybill.server.store.Many;
import dev.waybill.server.store.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Who has which name: looked up once in a batch, and where no other server writes, until somebody comes, goes or is renamed.
final class AgentNames implements Gathered {
    private static final int MOST = 20_000;

    private static final String AGENT =
            "select id from agent where workspace_id = ? and name = ? and deleted_at is null";

    private static final String AGENTS =
            """
            select a.workspace_id, a.name, a.id
            from unnest(?, ?) as asked (workspace_id, name)
            join agent a on a.workspace_id = asked.workspace_id and a.name = asked.name
            where a.deleted_at is null
            """;

    private static final Pattern CONCERNED =
            Pattern.compile(
                    "\\b(insert into|delete from)\\s+agent\\b|\\bupdate\\s+agent\\b.*\\b(name|deleted_at)\\s*=",
                    Pattern.DOTALL);

    private final boolean alone;
    private final Map<Named, AgentId> known = new HashMap<>();

    record Named(WorkspaceId workspace, String name) {}

    private AgentNames(boolean alone) {
        this.alone = alone;
    }

    static AgentNames of(Tx tx) {
        return tx.gather(AgentNames.class, () -> new AgentNames(!tx.dialect().isShared()));
    }

    /// Asks PostgreSQL for all of them at once.
    void lookUp(Tx tx, Set<Named> asked) {
        List<Named> unknown = asked.stream().filter(named -> !known.containsKey(named)).toList();
        if (!unknown.isEmpty()) {
            tx.list(
                            AGENTS,
                            row ->
                                    Map.entry(
                                            new Named(new WorkspaceId(row.number(1)), row.text(2)),
                                            new AgentId(row.number(3))),
                            Many.ids(unknown.stream().map(Named::workspace).toList()),
                            Many.texts(unknown.stream().map(Named::name).toList()))
                    .forEach(found -> known.put(found.getKey(), found.getValue()));
        }
    }

    Optional<AgentId> known(Named named) {
        return Optional.ofNullable(known.get(named));
    }

    Optional<AgentId> find(Tx tx, WorkspaceId workspace, String name) {
        Named named = new Named(workspace, name);
        AgentId id = known.get(named);
        if (id != null) {
            return Optional.of(id);
        }
        Optional<AgentId> found =
                tx.first(AGENT, row -> new AgentId(row.number(1)), workspace, name);
        found.ifPresent(agent -> known.put(named, agent));
        return found;
    }

    @Override
    public boolean concerns(String sql) {
        return CONCERNED.matcher(sql).find();
    }

    /// Nothing was changed.
    @Override
    public void write(Tx tx) {}

    @Override
    public boolean lasts() {
        return alone && known.size() <= MOST;
    }
}
