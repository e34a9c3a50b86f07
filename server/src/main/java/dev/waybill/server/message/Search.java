package dev.waybill.server.message;

import dev.waybill.protocol.message.SearchHit;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds messages by their words, as far as the caller may see them.
public final class Search {
    public static final int DEFAULT_LIMIT = 20;

    /// How many hits are looked through for those that an observer may see.
    private static final int MOST_LOOKED_AT = 1000;

    private final Database database;
    private final SearchTable messages;

    public Search(Database database) {
        this.database = database;
        this.messages = new SearchTable(database.dialect());
    }

    /// What is asked for: words and "phrases", all of which must be there, perhaps of one channel or one author only.
    public record Wanted(
            String words, @Nullable String channel, @Nullable String author, MessagePage page) {}

    /// Best first.
    public List<SearchHit> find(Caller caller, Wanted wanted) {
        List<String> terms = Words.terms(wanted.words());
        if (terms.isEmpty()) {
            return List.of();
        }
        int most = caller instanceof Caller.Observer ? MOST_LOOKED_AT : wanted.page().limit();
        SearchTable.Query query = query(caller, wanted, terms);
        return database.read(tx -> messages.find(tx, query, most)).stream()
                .filter(found -> Visibility.sees(caller, found.heading()))
                .limit(wanted.page().limit())
                .map(SearchTable.Found::hit)
                .toList();
    }

    private static SearchTable.Query query(Caller caller, Wanted wanted, List<String> terms) {
        MessagePage page = wanted.page();
        return new SearchTable.Query(
                caller.workspace(),
                terms,
                without('#', wanted.channel()),
                without('@', wanted.author()),
                page.before() == null ? Long.MAX_VALUE : page.before().value(),
                page.after() == null ? 0 : page.after().value(),
                caller instanceof Caller.Agent agent ? agent.agent().value() : 0);
    }

    private static String without(char sign, @Nullable String name) {
        if (name == null) {
            return "";
        }
        String clean = name.replace("\0", "");
        return !clean.isEmpty() && clean.charAt(0) == sign ? clean.substring(1) : clean;
    }
}
