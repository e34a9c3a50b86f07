package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.conversation.DirectSent;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.SearchHit;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.Eventually;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Search and its index, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SearchTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private Messaging at;
    private Search search;
    private SearchIndex index;
    private Caller.Agent alice;
    private Caller.Agent bob;

    SearchTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        at = new Messaging(engine, temp.resolve("data"));
        search = new Search(at.store.database());
        index = new SearchIndex(at.store.database());
        alice = at.agent("alice");
        bob = at.agent("bob");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @Test
    void words_and_phrases_are_found_without_case_and_accents() {
        at.post(alice, "The Café opens at nine");
        at.post(alice, "nine at opens");
        at.post(alice, "see example.com/path-to-it");
        at.post(alice, "今天天气很好");
        indexAll();

        assertThat(texts("cafe NINE")).containsExactly("The Café opens at nine");
        assertThat(texts("\"opens at\"")).containsExactly("The Café opens at nine");
        assertThat(texts("opens nine")).hasSize(2);
        assertThat(texts("path-to")).containsExactly("see example.com/path-to-it");
        assertThat(texts("天气")).containsExactly("今天天气很好");
        assertThat(texts("absent")).isEmpty();
    }

    @Test
    void what_fits_better_comes_first_with_the_higher_score() {
        at.post(alice, "deploy deploy deploy");
        at.post(
                alice,
                "we talked about many other things, and of one deploy among them, at length");
        indexAll();

        List<SearchHit> hits = find(alice, "deploy", null, null);

        assertThat(hits).hasSize(2);
        assertThat(hits.getFirst().text()).isEqualTo("deploy deploy deploy");
        assertThat(hits.getFirst().relevanceScore()).isGreaterThan(hits.getLast().relevanceScore());
    }

    @Test
    void hits_are_narrowed_by_channel_author_and_place() {
        Message first = at.post(alice, "apple one");
        Message second = at.post(bob, "apple two");
        DirectSent direct = at.tell(alice, "bob", "apple three");
        indexAll();

        assertThat(ids(find(alice, "apple", "#general", null)))
                .containsExactlyInAnyOrder(first.id(), second.id());
        assertThat(ids(find(alice, "apple", direct.conversationId(), null)))
                .containsExactly(direct.id());
        assertThat(ids(find(alice, "apple", null, "@bob"))).containsExactly(second.id());
        assertThat(
                        ids(
                                search.find(
                                        alice,
                                        new Search.Wanted(
                                                "apple",
                                                null,
                                                null,
                                                new MessagePage(5, direct.id(), first.id())))))
                .containsExactly(second.id());
    }

    @Test
    void nobody_finds_what_they_may_not_read() {
        DirectSent secret = at.tell(alice, "bob", "the secret word");
        Caller.Agent carol = at.agent("carol");
        indexAll();

        assertThat(find(carol, "secret", null, null)).isEmpty();
        assertThat(find(observer(false), "secret", null, null)).isEmpty();
        assertThat(ids(find(bob, "secret", null, null))).containsExactly(secret.id());
        assertThat(ids(find(at.owner, "secret", null, null))).containsExactly(secret.id());
        assertThat(ids(find(observer(true), "secret", null, null))).containsExactly(secret.id());
    }

    @Test
    void no_input_is_a_faulty_query() {
        at.post(alice, "plain words");
        indexAll();

        for (String words :
                List.of(
                        "\"",
                        "\"\"",
                        "*",
                        "AND",
                        "plain AND",
                        "NOT words",
                        "(",
                        "text:plain",
                        "plain*",
                        "^plain",
                        "-plain",
                        "' or 1=1 --",
                        "plain\0words",
                        "a:b:c",
                        "!!!",
                        "NEAR(plain words)",
                        "\\",
                        "% _",
                        "plain \"words",
                        "🙂",
                        "")) {
            assertThat(find(alice, words, null, null)).as(words).hasSizeLessThanOrEqualTo(1);
        }
        assertThat(find(alice, "plain", "'\0\"", "\0%")).isEmpty();
    }

    @Test
    void indexing_goes_on_where_it_ended() {
        at.post(alice, "before");
        indexAll();
        at.post(alice, "after");

        assertThat(new SearchIndex(at.store.database()).advance()).isPositive();

        assertThat(texts("before")).hasSize(1);
        assertThat(texts("after")).hasSize(1);
        assertThat(index.advance()).isZero();
    }

    @Test
    void an_index_that_is_far_behind_catches_up_in_larger_steps() {
        IntStream.range(0, 600).forEach(number -> at.post(alice, "number" + number));

        int steps = 0;
        while (index.advance().isPositive()) {
            steps++;
        }

        assertThat(steps).isGreaterThan(16).isLessThan(600 / 24);
        assertThat(texts("number0")).hasSize(1);
        assertThat(texts("number599")).hasSize(1);
    }

    @Test
    void what_is_indexed_bit_by_bit_is_merged_bit_by_bit() {
        index.prepare();
        int merges = 0;
        for (int number = 0; number < 12; number++) {
            at.post(alice, "number" + number);
            indexAll();
            while (index.merge().isPositive()) {
                merges++;
            }
        }

        if (engine == TestEngine.SQLITE) {
            assertThat(merges).isPositive();
            assertThat(at.rows("select v from message_search_config where k = 'automerge'"))
                    .containsExactly("0");
            assertThat(at.rows("select distinct segid from message_search_idx")).hasSizeLessThan(5);
        } else {
            assertThat(merges).isZero();
        }
        assertThat(texts("number0")).hasSize(1);
        assertThat(texts("number11")).hasSize(1);
    }

    @Test
    void it_is_behind_when_there_is_more_than_it_takes_at_once() {
        IntStream.range(0, 30).forEach(number -> at.post(alice, "number" + number));

        index.advance();
        assertThat(index.isBehind()).isTrue();

        index.advance();
        assertThat(index.isBehind()).isFalse();
    }

    @Test
    void a_lost_index_is_filled_again() {
        at.post(alice, "kept");
        indexAll();
        at.execute("delete from message_search");

        index.prepare();
        indexAll();

        assertThat(texts("kept")).hasSize(1);
    }

    @Test
    void a_rebuilt_index_holds_everything_once() {
        at.post(alice, "kept");
        indexAll();

        index.rebuild();
        indexAll();
        at.execute("update progress set value = 0");
        indexAll();

        assertThat(texts("kept")).hasSize(1);
    }

    @Test
    void what_appears_behind_the_last_one_is_found_where_servers_share_a_database() {
        Message first = at.post(alice, "one");
        Message second = at.post(alice, "two");
        indexAll();
        if (index.shared()) {
            at.execute("delete from message_search where message_id = ?", first.id());

            assertThat(index.catchUp()).isTrue();
        }

        assertThat(texts("one")).hasSize(1);
        assertThat(index.catchUp()).isFalse();
        assertThat(ids(find(alice, "two", null, null))).containsExactly(second.id());
    }

    @Test
    void a_message_is_found_within_a_second_of_its_commit() {
        try (Indexer indexer = new Indexer(at.store.database())) {
            at.ledger.onAppend(_ -> indexer.ring());
            indexer.start();
            at.post(alice, "warm up");
            await("warm");

            // A busy machine may hold up one of them.
            assertThat(
                            IntStream.range(0, 8)
                                    .mapToObj(i -> timeToFind("quick" + i))
                                    .anyMatch(taken -> taken.compareTo(Duration.ofSeconds(1)) < 0))
                    .isTrue();
        }
    }

    @Test
    void what_it_has_written_is_merged_too() {
        try (Indexer indexer = new Indexer(at.store.database())) {
            at.ledger.onAppend(_ -> indexer.ring());
            indexer.start();
            for (int number = 0; number < 10; number++) {
                at.post(alice, "part" + number);
                await("part" + number);
            }
        }
        if (engine == TestEngine.SQLITE) {
            assertThat(at.rows("select distinct segid from message_search_idx")).hasSizeLessThan(6);
        }
    }

    @Test
    void new_words_are_found_although_nothing_can_be_merged() {
        if (engine == TestEngine.SQLITE) {
            at.execute(
                    """
                    create trigger unmergeable before delete on message_search_idx
                    begin select raise(abort, 'not now'); end
                    """);
        }
        try (Indexer indexer = new Indexer(at.store.database())) {
            at.ledger.onAppend(_ -> indexer.ring());
            indexer.start();
            for (int number = 0; number < 8; number++) {
                at.post(alice, "part" + number);
                await("part" + number);
            }
        }
        if (engine == TestEngine.SQLITE) {
            assertThat(at.rows("select distinct segid from message_search_idx")).hasSize(8);
        }
    }

    private Duration timeToFind(String word) {
        at.post(alice, word);
        long committed = System.nanoTime();
        await(word);
        return Duration.ofNanos(System.nanoTime() - committed);
    }

    private void await(String word) {
        Eventually.is(word + " is found", () -> !texts(word).isEmpty());
    }

    private void indexAll() {
        while (index.advance().isPositive()) {
            Thread.onSpinWait();
        }
    }

    private List<String> texts(String words) {
        return find(alice, words, null, null).stream().map(SearchHit::text).toList();
    }

    private List<SearchHit> find(
            Caller caller, String words, @Nullable String channel, @Nullable String author) {
        return search.find(
                caller, new Search.Wanted(words, channel, author, new MessagePage(20, null, null)));
    }

    private static List<MessageId> ids(List<SearchHit> hits) {
        return hits.stream().map(SearchHit::id).toList();
    }

    private Caller.Observer observer(boolean includeDms) {
        return new Caller.Observer(
                at.workspace,
                new ObserverId("ot_1"),
                Set.of(ObserverScope.SEARCH_READ, ObserverScope.DMS_READ),
                new ObserverFilters(null, null, includeDms, null, null, null, null));
    }
}
