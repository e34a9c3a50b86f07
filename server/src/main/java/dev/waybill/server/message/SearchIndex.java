package dev.waybill.server.message;

import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import dev.waybill.server.store.Work;
import java.time.Duration;
import java.util.List;

/// The index of words: what is in it and how far it has come are changed in one transaction.
final class SearchIndex {
    private static final String TASK = "search";

    /// So few that nobody who writes meanwhile waits long.
    private static final int FEW = 24;

    /// More make an index out of it sooner; for when it is far behind anyway.
    private static final int MANY = 200;

    /// After so many times in which there were as many as could be taken, it is.
    private static final int FAR_BEHIND = 16;

    private static final long MOST_CHARACTERS = 1 << 20;

    /// Servers that share a database number their messages by their own clocks and commit when they can, so a message
    /// may appear behind one that is indexed already. Later than this it cannot, because its writer has given up.
    private static final Duration LATE = Duration.ofSeconds(60);

    private static final int TIME_BITS = 22;
    private static final long NOTHING_DONE = Long.MIN_VALUE;

    private static final String PROGRESS = "select value from progress where task = ?";
    private static final String ADVANCE =
            """
            insert into progress (task, value) values (?, ?)
            on conflict (task) do update set value = excluded.value
            """;
    private static final String NEXT =
            "select id, text from message where id > ? order by id limit ?";
    private static final String MISSED =
            """
            select m.id, m.text from message m
            where m.id > ? and m.id <= ? and not exists (
                select 1 from message_search s where s.message_id = m.id)
            order by m.id limit ?
            """;
    private static final String ANY = "select 1 from message_search limit 1";
    private static final String CLEAR = "delete from message_search";

    /// SQLite would merge hundreds of pages in the commit that happens to fill them; [#merge()] does it by and by.
    private static final String MERGE_LATER =
            "insert into message_search (message_search, rank) values ('automerge', 0)";

    private static final String MERGE =
            "insert into message_search (message_search, rank) values ('merge', ?)";
    private static final int PAGES_MERGED_AT_ONCE = 16;
    private static final String CHANGES = "select total_changes()";

    private static final String INSERT_SQLITE =
            "insert or replace into message_search (rowid, text) values (?, ?)";
    private static final String INSERT_POSTGRES =
            """
            insert into message_search (message_id, document) values (?, to_tsvector('simple', ?))
            on conflict (message_id) do nothing
            """;

    /// One server at a time, and none waits: the writing thread has other things to do.
    private static final String TRY_LOCK =
            "select case when pg_try_advisory_xact_lock(7717001) then 1 else 0 end";

    private final Database database;

    /// How often in a row there was at least as much to do as could be done. For the one thread that advances.
    private int full;

    SearchIndex(Database database) {
        this.database = database;
    }

    private record Text(long id, String words) {}

    private record Found(long after, List<Text> texts) {
        /// Whether as much was taken as could be: nearly so many characters, where one more text might not have fitted.
        boolean isFull(int most) {
            int characters = texts.stream().mapToInt(text -> text.words().length()).sum();
            return texts.size() == most || characters > MOST_CHARACTERS / 2;
        }
    }

    /// Indexes the next messages and tells how long that kept others from writing; zero when there are none left, or another
    /// server is at it.
    Duration advance() {
        int most = full < FAR_BEHIND ? FEW : MANY;
        Found found = database.read(tx -> next(tx, most));
        full = found.isFull(most) ? full + 1 : 0;
        if (found.texts().isEmpty()) {
            return Duration.ZERO;
        }
        return written(tx -> mine(tx) && advance(tx, found));
    }

    /// Whether the last time there was as much to index as could be taken.
    boolean isBehind() {
        return full > 0;
    }

    /// Merges a few pages of what was indexed at different times and tells how long that kept others from writing; zero when
    /// nothing is left to merge. PostgreSQL does so by itself.
    Duration merge() {
        return shared() ? Duration.ZERO : written(SearchIndex::merge);
    }

    /// The command itself counts as one change.
    private static boolean merge(Tx tx) {
        long before = changes(tx);
        tx.execute(MERGE, PAGES_MERGED_AT_ONCE);
        return changes(tx) - before > 1;
    }

    private static long changes(Tx tx) {
        return tx.first(CHANGES, row -> row.number(1)).orElseThrow();
    }

    /// How long the work kept others from writing, commit included; zero if it had nothing to do.
    private Duration written(Work<Tx, Boolean> work) {
        long start =
                database.write(
                        tx -> {
                            long now = System.nanoTime();
                            return work.in(tx) ? now : NOTHING_DONE;
                        });
        return start == NOTHING_DONE
                ? Duration.ZERO
                : Duration.ofNanos(Math.max(1, System.nanoTime() - start));
    }

    private boolean advance(Tx tx, Found found) {
        if (progress(tx) != found.after()) {
            return false;
        }
        insert(tx, found.texts());
        tx.execute(ADVANCE, TASK, found.texts().getLast().id());
        return true;
    }

    /// Indexes what appeared behind the last one, which happens only where servers share a database.
    boolean catchUp() {
        if (!shared()) {
            return false;
        }
        List<Text> missed = database.read(SearchIndex::missed);
        return !missed.isEmpty()
                && database.write(
                        tx -> {
                            boolean mine = mine(tx);
                            if (mine) {
                                insert(tx, missed);
                            }
                            return mine;
                        });
    }

    /// Texts are read and cut into words before it is their turn to be written: the writing thread is for those who have
    /// something to say.
    private static Found next(ReadTx tx, int most) {
        long after = progress(tx);
        return new Found(after, texts(tx, NEXT, after, most));
    }

    private static List<Text> missed(ReadTx tx) {
        long until = progress(tx);
        return texts(tx, MISSED, until - (LATE.toMillis() << TIME_BITS), until, MANY);
    }

    /// Whether messages of other servers may appear without a bell.
    boolean shared() {
        return database.dialect().isShared();
    }

    /// For the start: merging is left to [#merge()], and an index that is gone although there was one is begun anew.
    void prepare() {
        database.write(
                tx -> {
                    if (!shared()) {
                        tx.execute(MERGE_LATER);
                    }
                    if (tx.first(ANY, row -> row.number(1)).isEmpty()) {
                        tx.execute(ADVANCE, TASK, 0L);
                    }
                    return 0;
                });
    }

    /// Empties the index; it is filled again from the first message on.
    void rebuild() {
        database.write(
                tx -> {
                    tx.execute(CLEAR);
                    return tx.execute(ADVANCE, TASK, 0L);
                });
    }

    private boolean mine(Tx tx) {
        return !shared() || tx.first(TRY_LOCK, row -> row.number(1)).orElse(0L) == 1;
    }

    private static long progress(ReadTx tx) {
        return tx.first(PROGRESS, row -> row.number(1), TASK).orElse(0L);
    }

    private static List<Text> texts(ReadTx tx, String sql, Object... values) {
        return tx.page(
                sql,
                row -> new Text(row.number(1), Words.plain(row.text(2))),
                new Weight<>(text -> text.words().length(), MOST_CHARACTERS),
                values);
    }

    private void insert(Tx tx, List<Text> texts) {
        tx.executeEach(
                shared() ? INSERT_POSTGRES : INSERT_SQLITE,
                texts.stream().map(text -> new Object[] {text.id(), text.words()}).toList());
    }
}
