package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Finds what other servers on the same database have put into the mailboxes of agents that are connected here.
///
/// Their rings are not heard here, so the counters of those agents are looked at now and then, many with one query.
public final class OtherServers {
    private static final int AT_ONCE = 1000;

    /// Only PostgreSQL is shared, so this is in its own words.
    private static final String COUNTERS =
            """
            select a.id, a.delivery_seq,
                coalesce((select max(d.seq) from delivery d
                          where d.agent_id = a.id and d.priority > 0 and d.status is null), 0)
            from agent a where a.id = any(cast(string_to_array(?, ',') as bigint[]))
            """;

    private final Database database;
    private final Mailboxes mailboxes;

    public OtherServers(Database database, Mailboxes mailboxes) {
        this.database = database;
        this.mailboxes = mailboxes;
    }

    /// Whether there may be others at all.
    public boolean possible() {
        return database.dialect().isShared();
    }

    public void look() {
        List<AgentId> connected = new ArrayList<>(mailboxes.connected());
        for (int from = 0; from < connected.size(); from += AT_ONCE) {
            List<AgentId> some =
                    connected.subList(from, Math.min(from + AT_ONCE, connected.size()));
            database.read(tx -> counters(tx, some)).forEach(this::compare);
        }
    }

    private record Counter(AgentId agent, long latest, long lastUrgent) {}

    private static List<Counter> counters(ReadTx tx, List<AgentId> agents) {
        return tx.list(
                COUNTERS,
                row -> new Counter(new AgentId(row.number(1)), row.number(2), row.number(3)),
                agents.stream().map(AgentId::text).collect(Collectors.joining(",")));
    }

    private void compare(Counter counter) {
        Mailbox mailbox = mailboxes.find(counter.agent());
        if (mailbox != null && counter.latest() > mailbox.latest()) {
            mailbox.grown(counter.latest(), counter.lastUrgent() > mailbox.latest());
        }
    }
}
