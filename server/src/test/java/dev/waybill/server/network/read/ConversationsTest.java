package dev.waybill.server.network.read;

import static dev.waybill.server.network.read.NetworkRows.ALICE;
import static dev.waybill.server.network.read.NetworkRows.BOB;
import static dev.waybill.server.network.read.NetworkRows.CHANNEL;
import static dev.waybill.server.network.read.NetworkRows.FOREIGN_ROOM;
import static dev.waybill.server.network.read.NetworkRows.NOW;
import static dev.waybill.server.network.read.NetworkRows.OBSERVER;
import static dev.waybill.server.network.read.NetworkRows.OTHER;
import static dev.waybill.server.network.read.NetworkRows.OWNER;
import static dev.waybill.server.network.read.NetworkRows.ROOM;
import static dev.waybill.server.network.read.NetworkRows.observer;
import static dev.waybill.server.network.read.NetworkRows.sight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.api.NetworkChannelView;
import dev.waybill.protocol.network.api.ThreadView;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.protocol.network.api.WorkView;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Threads, direct rooms, work and channels, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ConversationsTest {
    private static final String THREAD = "thread_release";
    private static final Caller FILTERED =
            observer(
                    new ObserverFilters(null, List.of("general"), true, null, null, null, null),
                    ObserverScope.MESSAGES_READ,
                    ObserverScope.DMS_READ);
    private static final Caller UNFILTERED =
            observer(
                    new ObserverFilters(null, null, true, null, null, null, null),
                    ObserverScope.MESSAGES_READ,
                    ObserverScope.DMS_READ);

    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private NetworkRows rows;
    private NetworkReads reads;

    ConversationsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        rows = new NetworkRows(store.database());
        reads = rows.reads;
        rows.session("sess-1", 11, CHANNEL, "alice.sess-1");
        rows.session("sess-2", 12, CHANNEL, "bob.sess-2");
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void threads_are_listed_by_their_latest_activity_page_by_page() {
        rows.thread("thread_old", NOW.minusSeconds(9));
        rows.thread("thread_new", NOW);
        rows.thread("thread_same", NOW);
        rows.thread(OTHER, "thread_elsewhere", NOW);

        Page<ThreadView> first = reads.threads().list(sight(ALICE), CHANNEL, null, 2);
        Page<ThreadView> second = reads.threads().list(sight(ALICE), CHANNEL, "thread_new", 2);

        assertThat(first.items())
                .extracting(ThreadView::threadId)
                .containsExactly("thread_same", "thread_new");
        assertThat(first.more()).isTrue();
        assertThat(second.items()).extracting(ThreadView::threadId).containsExactly("thread_old");
        assertThat(second.more()).isFalse();
        assertThat(second.items().getFirst())
                .isEqualTo(
                        new ThreadView(
                                CHANNEL,
                                null,
                                "thread_old",
                                "5",
                                "Title",
                                "coder.sess-a",
                                null,
                                NOW,
                                NOW.minusSeconds(9),
                                3,
                                2,
                                1,
                                "of thread_old"));
        refused(
                () -> reads.threads().list(sight(ALICE), CHANNEL, "thread_elsewhere", 2),
                "invalid_request: after names nothing of this list: 'thread_elsewhere'");
        refused(
                () -> reads.threads().show(sight(OWNER), CHANNEL, "thread_elsewhere"),
                "network_thread_not_found: Thread 'thread_elsewhere' not found");
    }

    @Test
    void what_moves_between_two_pages_neither_repeats_nor_moves_the_place() {
        for (int i = 0; i < 6; i++) {
            rows.thread("thread_00" + i, NOW.minusSeconds(i));
            rows.room(ROOM.substring(0, 38) + i, "a.b", "c.d", NOW.minusSeconds(i));
            rows.work("work_" + i, "thread", THREAD, "working", NOW.minusSeconds(i));
        }

        assertThat(walk("network_thread", "thread_id", this::threadsAfter))
                .containsExactlyElementsOf(numbered("thread_00"));
        assertThat(walk("network_room", "direct_id", this::roomsAfter))
                .containsExactlyElementsOf(numbered(ROOM.substring(0, 38)));
        assertThat(walk("network_work", "work_id", this::worksAfter))
                .containsExactlyElementsOf(numbered("work_"));
    }

    private List<Position> threadsAfter(@Nullable String after) {
        return reads.threads().list(sight(OWNER), CHANNEL, after, 2).items().stream()
                .map(Threads::position)
                .toList();
    }

    private List<Position> roomsAfter(@Nullable String after) {
        return reads.rooms().list(sight(OWNER), CHANNEL, null, after, 2).items().stream()
                .map(DirectRooms::position)
                .toList();
    }

    private List<Position> worksAfter(@Nullable String after) {
        return reads.works().list(sight(OWNER), null, null, after, 2).items().stream()
                .map(WorkItems::position)
                .toList();
    }

    /// The ids of all pages, where the last one of each page becomes the latest of all before the next is asked for.
    private List<String> walk(
            String table, String id, Function<@Nullable String, List<Position>> pageAfter) {
        List<String> seen = new ArrayList<>();
        List<Position> page = pageAfter.apply(null);
        for (int pages = 0; !page.isEmpty() && pages < 9; pages++) {
            page.forEach(each -> seen.add(each.id()));
            Position last = page.getLast();
            rows.touch(table, id, last.id(), NOW.plusSeconds(60 + pages));
            page = pageAfter.apply(last.text());
        }
        return seen;
    }

    private static List<String> numbered(String prefix) {
        return IntStream.range(0, 6).mapToObj(i -> prefix + i).toList();
    }

    @Test
    void messages_come_oldest_first_from_either_end() {
        rows.thread(THREAD, NOW);
        long one = rows.say(THREAD, "one");
        long two = rows.say(THREAD, "two");
        long three = rows.message(THREAD, "trace", "work_1", trace("working"));
        rows.say("thread_else", "elsewhere");

        assertThat(texts(part(10, null, null, null, null))).containsExactly("one", "two", "on it");
        assertThat(texts(part(2, null, null, null, null))).containsExactly("one", "two");
        assertThat(texts(part(2, Long.MAX_VALUE, null, null, null)))
                .containsExactly("two", "on it");
        assertThat(texts(part(1, three, null, null, null))).containsExactly("two");
        assertThat(texts(part(10, null, one, null, null))).containsExactly("two", "on it");
        assertThat(texts(part(10, three, one, null, null))).containsExactly("two");
        assertThat(texts(part(10, null, null, "say", null))).containsExactly("one", "two");
        assertThat(texts(part(10, null, null, null, "work_1"))).containsExactly("on it");
        assertThat(texts(part(10, null, two, "say", "work_1"))).isEmpty();
        assertThat(page(part(2, null, null, null, null)).more()).isTrue();
        assertThat(page(part(2, Long.MAX_VALUE, null, null, null)).more()).isTrue();
        assertThat(page(part(3, null, null, null, null)).more()).isFalse();
    }

    @Test
    void a_message_is_shown_with_everything_its_envelope_says() {
        rows.thread(THREAD, NOW);
        long id =
                rows.message(
                        THREAD,
                        "say",
                        "work_1",
                        NetworkRows.envelope(
                                "m1",
                                "Hello",
                                "\"reply_to\":\"r\",\"trace_id\":\" t \",\"causation_id\":\"c\","));

        TimelineMessage shown = page(part(1, null, null, null, null)).items().getFirst();

        assertThat(shown.recordId()).isEqualTo(Long.toString(id));
        assertThat(shown.prompt())
                .startsWith("<network-message id=\"m1\" from=\"coder.sess-a\"")
                .contains("trust=\"untrusted\"", ">Hello</network-preview>");
        assertThat(shown.messageId()).isEqualTo("m1");
        assertThat(shown.surface()).isEqualTo("thread");
        assertThat(shown.threadId()).isEqualTo(THREAD);
        assertThat(shown.directId()).isNull();
        assertThat(shown.replyTo()).isEqualTo("r");
        assertThat(shown.traceId()).isEqualTo("t");
        assertThat(shown.causationId()).isEqualTo("c");
        assertThat(shown.intent()).isEqualTo("ask");
        assertThat(shown.text()).isEqualTo("Hello");
        assertThat(shown.previewText()).isEqualTo("Hello");
        assertThat(shown.body().toString()).isEqualTo("{\"text\":\"Hello\",\"intent\":\"ask\"}");
        assertThat(shown.flags()).containsExactly("hidden_text", "secret_request");
        assertThat(shown.timestamp()).isEqualTo(NOW);
        assertThat(shown.local()).isFalse();
    }

    @Test
    void a_page_ends_before_it_grows_too_large_and_says_so() {
        rows.thread(THREAD, NOW);
        String heavy = NetworkRows.envelope("m", "x".repeat(900_000), "");
        rows.message(THREAD, "say", null, heavy);
        long second = rows.message(THREAD, "say", null, heavy);
        rows.message(THREAD, "say", null, heavy);

        Page<TimelineMessage> page = page(part(10, null, null, null, null));

        assertThat(page.items()).hasSize(2);
        assertThat(page.more()).isTrue();
        assertThat(page.items().getFirst().previewText()).hasSize(201);
        Page<TimelineMessage> rest = page(part(10, null, second, null, null));
        assertThat(rest.items()).hasSize(1);
        assertThat(rest.more()).isFalse();
    }

    @Test
    void an_agent_sees_direct_rooms_that_a_session_of_its_own_is_in() {
        rows.room(ROOM, "alice.sess-1", "coder.sess-a", NOW);
        rows.room(FOREIGN_ROOM, "bob.sess-2", "coder.sess-a", null);
        rows.say(ROOM, "psst");

        assertThat(rooms(OWNER, null)).containsExactly(ROOM, FOREIGN_ROOM);
        assertThat(rooms(OWNER, "bob.sess-2")).containsExactly(FOREIGN_ROOM);
        assertThat(rooms(ALICE, null)).containsExactly(ROOM);
        assertThat(rooms(BOB, "coder.sess-a")).containsExactly(FOREIGN_ROOM);
        assertThat(rooms(OBSERVER, null)).isEmpty();
        assertThat(rooms(UNFILTERED, null)).containsExactly(ROOM, FOREIGN_ROOM);
        assertThat(rooms(FILTERED, null)).isEmpty();
        TimelinePart all = part(10, null, null, null, null);
        assertThat(reads.rooms().messages(sight(ALICE), CHANNEL, ROOM, all).items())
                .extracting(TimelineMessage::directId)
                .containsExactly(ROOM);
        refused(
                () -> reads.rooms().messages(sight(BOB), CHANNEL, ROOM, all),
                "network_direct_not_found: Direct room '" + ROOM + "' not found");
        refused(
                () -> reads.rooms().show(sight(BOB), CHANNEL, ROOM),
                "network_direct_not_found: Direct room '" + ROOM + "' not found");
        refused(
                () -> reads.threads().messages(sight(BOB), CHANNEL, ROOM, all),
                "network_thread_not_found: Thread '" + ROOM + "' not found");
    }

    @Test
    void work_is_seen_by_whoever_sees_where_it_is_done() {
        rows.thread(THREAD, NOW);
        rows.work("work_open", "thread", THREAD, "working", NOW);
        rows.work("work_hidden", "direct", ROOM, "submitted", NOW.minusSeconds(1));
        rows.work("work_done", "thread", THREAD, "completed", NOW.minusSeconds(2));
        rows.message(THREAD, "trace", "work_open", trace("working"));
        rows.message("thread_else", "trace", "work_open", trace("failed"));

        assertThat(works(OWNER, null, null))
                .containsExactly("work_open", "work_hidden", "work_done");
        assertThat(works(ALICE, null, null))
                .containsExactly("work_open", "work_hidden", "work_done");
        assertThat(works(BOB, null, CHANNEL)).containsExactly("work_open", "work_done");
        assertThat(works(BOB, WorkState.COMPLETED, null)).containsExactly("work_done");
        assertThat(works(BOB, null, "other")).isEmpty();
        assertThat(works(OBSERVER, null, null)).containsExactly("work_open", "work_done");
        assertThat(works(FILTERED, null, null)).isEmpty();
        assertThat(reads.works().list(sight(OWNER), null, null, "work_hidden", 5).items())
                .extracting(WorkView::workId)
                .containsExactly("work_done");
        TimelinePart all = part(10, null, null, null, null);
        assertThat(reads.works().messages(sight(BOB), "work_open", all).items())
                .extracting(TimelineMessage::threadId)
                .containsExactly(THREAD);
        WorkView hidden = reads.works().show(sight(ALICE), "work_hidden");
        assertThat(hidden.directId()).isEqualTo(ROOM);
        assertThat(hidden.threadId()).isNull();
        refused(
                () -> reads.works().show(sight(BOB), "work_hidden"),
                "network_work_not_found: Work 'work_hidden' not found");
    }

    @Test
    void channels_are_those_made_here_joined_or_spoken_in() {
        rows.channel("quiet", "for later");
        rows.thread(THREAD, NOW.minusSeconds(5));
        rows.room(ROOM, "alice.sess-1", "coder.sess-a", NOW);

        assertThat(reads.channels().list(sight(BOB)))
                .extracting(NetworkChannelView::channel)
                .containsExactly(CHANNEL, "quiet");
        NetworkChannelView owners = reads.channels().show(sight(OWNER), CHANNEL);
        assertThat(owners.localPeerCount()).isEqualTo(2);
        assertThat(owners.threadCount()).isEqualTo(1);
        assertThat(owners.directCount()).isEqualTo(1);
        assertThat(owners.messageCount()).isEqualTo(5);
        assertThat(owners.openWorkCount()).isEqualTo(2);
        assertThat(owners.lastActivityAt()).isEqualTo(NOW);
        assertThat(owners.lastMessagePreview()).isEqualTo("of thread_release");
        NetworkChannelView bobs = reads.channels().show(sight(BOB), CHANNEL);
        assertThat(bobs.directCount()).isZero();
        assertThat(bobs.messageCount()).isEqualTo(3);
        assertThat(bobs.lastActivityAt()).isEqualTo(NOW.minusSeconds(5));
        assertThat(reads.channels().show(sight(OWNER), "quiet").purpose()).isEqualTo("for later");
        assertThat(reads.channels().list(sight(FILTERED))).isEmpty();
        refused(
                () -> reads.channels().show(sight(OWNER), "a'b\n"),
                "network_channel_not_found: Channel 'a\\'b\\u{a}' of the network not found");
    }

    @Test
    void filters_of_an_observer_leave_nothing_of_the_network() {
        rows.thread(THREAD, NOW);

        assertThat(reads.threads().list(sight(OBSERVER), CHANNEL, null, 5).items()).hasSize(1);
        assertThat(reads.threads().list(sight(FILTERED), CHANNEL, null, 5).items()).isEmpty();
        refused(
                () -> reads.threads().show(sight(FILTERED), CHANNEL, THREAD),
                "network_thread_not_found: Thread 'thread_release' not found");
    }

    private static void refused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(Refusal.class).hasMessage(words);
    }

    private static String trace(String state) {
        return """
               {"id":"t","kind":"trace","ts":1772366400,"body":{"state":"%s","message":"on it"}}"""
                .formatted(state);
    }

    private static TimelinePart part(
            int limit,
            @Nullable Long before,
            @Nullable Long after,
            @Nullable String kind,
            @Nullable String work) {
        return new TimelinePart(limit, before, after, kind, work);
    }

    private Page<TimelineMessage> page(TimelinePart part) {
        return reads.threads().messages(sight(BOB), CHANNEL, THREAD, part);
    }

    private List<@Nullable String> texts(TimelinePart part) {
        return page(part).items().stream()
                .<@Nullable String>map(TimelineMessage::previewText)
                .toList();
    }

    private List<String> rooms(Caller caller, @Nullable String peer) {
        return reads.rooms().list(sight(caller), CHANNEL, peer, null, 10).items().stream()
                .map(DirectView::directId)
                .toList();
    }

    private List<String> works(Caller caller, @Nullable WorkState state, @Nullable String channel) {
        return reads.works().list(sight(caller), state, channel, null, 10).items().stream()
                .map(WorkView::workId)
                .toList();
    }
}
