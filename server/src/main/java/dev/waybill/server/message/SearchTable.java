package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.message.SearchHit;
import dev.waybill.server.store.Dialect;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.List;
import java.util.stream.Collectors;

/// Messages by their words.
final class SearchTable {
    private static final String SELECT =
            """
            select %s, m.id, m.agent_id, m.thread_id, w.name, m.text, %s
            from %s join channel c on c.id = m.channel_id join author w on w.id = m.agent_id
            where %s and m.workspace_id = ? and m.id < ? and m.id > ?
                and (? = '' or c.name in (?, ?)) and (? = '' or w.name = ?)
                and (? = 1 or c.kind = 'channel'
                    or exists (select 1 from member b where b.channel_id = c.id and b.agent_id = ?))
            order by %s, m.id desc limit ?
            """;
    private static final String SQLITE =
            SELECT.formatted(
                    RoomTable.COLUMNS,
                    "-bm25(message_search)",
                    "message_search join message m on m.id = message_search.rowid",
                    "message_search match ?",
                    "bm25(message_search)");
    private static final String POSTGRES =
            SELECT.formatted(
                    RoomTable.COLUMNS,
                    "ts_rank(s.document, s.query)",
                    """
                    (select x.message_id, x.document, q.query
                     from websearch_to_tsquery('simple', ?) as q(query)
                     join message_search x on x.document @@ q.query) s
                    join message m on m.id = s.message_id\
                    """,
                    "true",
                    "ts_rank(s.document, s.query) desc");

    private final Dialect dialect;

    SearchTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /// What to look for and where. Empty words do not narrow; `reader` is an agent that sees its own conversations only,
    /// or 0 for who sees everything.
    record Query(
            WorkspaceId workspace,
            List<String> terms,
            String channel,
            String author,
            long before,
            long after,
            long reader) {
        Query {
            terms = List.copyOf(terms);
        }
    }

    /// A hit, and what decides who may see it.
    record Found(SearchHit hit, Heading heading) {}

    /// Best first.
    List<Found> find(ReadTx tx, Query query, int most) {
        return tx.list(
                dialect == Dialect.SQLITE ? SQLITE : POSTGRES,
                SearchTable::read,
                quoted(query.terms()),
                query.workspace(),
                query.before(),
                query.after(),
                query.channel(),
                query.channel(),
                "group:" + query.channel(),
                query.author(),
                query.author(),
                query.reader() == 0,
                query.reader(),
                most);
    }

    /// Both engines take a quoted term for words in a row and nothing else, so no input is ever a faulty query.
    private static String quoted(List<String> terms) {
        return terms.stream().map(term -> '"' + term + '"').collect(Collectors.joining(" "));
    }

    private static Found read(Row row) {
        Long thread = row.numberOrNull(7);
        Heading heading =
                new Heading(
                        new MessageId(row.number(5)),
                        new AgentId(row.number(6)),
                        thread == null ? null : new MessageId(thread),
                        RoomTable.read(row).room());
        return new Found(
                new SearchHit(
                        heading.id(),
                        heading.room().name(),
                        row.text(8),
                        row.text(9),
                        heading.at(),
                        row.decimal(10)),
                heading);
    }
}
