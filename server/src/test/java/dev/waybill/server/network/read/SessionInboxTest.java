package dev.waybill.server.network.read;

import static dev.waybill.server.network.read.NetworkRows.ALICE;
import static dev.waybill.server.network.read.NetworkRows.BOB;
import static dev.waybill.server.network.read.NetworkRows.CHANNEL;
import static dev.waybill.server.network.read.NetworkRows.NOW;
import static dev.waybill.server.network.read.NetworkRows.OWNER;
import static dev.waybill.server.network.read.NetworkRows.sight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.network.api.InboxEntry;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.network.read.SessionInbox.Listing;
import dev.waybill.server.network.read.SessionInbox.Part;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What waits for a session, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SessionInboxTest {
    private static final String THREAD = "thread_release";
    private static final Part ALL = new Part(0, 10);

    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private NetworkRows rows;
    private SessionInbox inbox;

    SessionInboxTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        rows = new NetworkRows(store.database());
        inbox = rows.reads.inbox();
        rows.session("sess-1", 11, CHANNEL, "alice.sess-1");
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void what_waits_is_shown_in_the_order_and_the_words_it_will_be_told() {
        long one = rows.say(THREAD, "one");
        long two = rows.say(THREAD, "two");
        rows.waiting("sess-1", two, null);
        rows.waiting("sess-1", one, 77L);

        Listing listing = inbox.list(sight(ALICE), "sess-1", ALL);

        assertThat(listing.page().items())
                .extracting(InboxEntry::state)
                .containsExactly("handed", "queued");
        InboxEntry first = listing.page().items().getFirst();
        assertThat(first.prompt())
                .startsWith("<network-message id=\"m-one\" from=\"coder.sess-a\"")
                .contains("trust=\"untrusted\"", "</network-message>\n\nThe message above is");
        assertThat(first.envelope().at("/id").asString()).isEqualTo("m-one");
        assertThat(first.flags()).containsExactly("hidden_text", "secret_request");
        assertThat(listing.last()).isEqualTo(two);
        assertThat(inbox.list(sight(ALICE), "sess-1", new Part(one, 10)).page().items()).hasSize(1);
    }

    @Test
    void what_has_expired_is_not_shown_for_it_will_not_be_told() {
        String past = "\"expires_at\":" + NOW.getEpochSecond() + ",";
        String ahead = "\"expires_at\":" + (NOW.getEpochSecond() + 1) + ",";
        rows.waiting("sess-1", rows.message(THREAD, "say", null, envelope("a", past)), null);
        rows.waiting("sess-1", rows.message(THREAD, "say", null, envelope("b", past)), 77L);
        rows.waiting("sess-1", rows.message(THREAD, "say", null, envelope("c", ahead)), null);

        assertThat(inbox.list(sight(OWNER), "sess-1", ALL).page().items())
                .extracting(entry -> entry.envelope().at("/id").asString())
                .containsExactly("b", "c");
    }

    @Test
    void it_is_for_the_agent_and_the_workspace_only() {
        assertThat(inbox.list(sight(OWNER), "sess-1", ALL).page().items()).isEmpty();
        assertThatThrownBy(() -> inbox.list(sight(BOB), "sess-1", ALL))
                .isInstanceOf(Refusal.class)
                .hasMessage("network_session_not_found: Session 'sess-1' not found");
        assertThatThrownBy(() -> inbox.list(sight(OWNER), "sess-\u001b[0m", ALL))
                .hasMessage("network_session_not_found: Session 'sess-\\u{1b}[0m' not found");
    }

    @Test
    void whoever_waits_is_answered_when_something_comes() throws Exception {
        Future<Listing> waiting =
                store.callers()
                        .submit(
                                () ->
                                        inbox.await(
                                                sight(ALICE),
                                                "sess-1",
                                                ALL,
                                                Duration.ofSeconds(30),
                                                () -> true));
        while (rows.arrivals.count() == 0) {
            Thread.onSpinWait();
        }
        rows.waiting("sess-1", rows.say(THREAD, "late"), null);
        rows.arrivals.ring("sess-1");

        assertThat(waiting.get().page().items()).hasSize(1);
        assertThat(
                        inbox.await(
                                        sight(ALICE),
                                        "sess-1",
                                        new Part(Long.MAX_VALUE, 1),
                                        Duration.ofMillis(1),
                                        () -> true)
                                .page()
                                .items())
                .isEmpty();
    }

    private static String envelope(String id, String more) {
        return NetworkRows.envelope(id, "text", more);
    }
}
