package dev.waybill.server.network.read;

import static dev.waybill.server.network.read.NetworkEdge.ALICE;
import static dev.waybill.server.network.read.NetworkEdge.BOB;
import static dev.waybill.server.network.read.NetworkEdge.FILTERED;
import static dev.waybill.server.network.read.NetworkEdge.OBSERVER;
import static dev.waybill.server.network.read.NetworkEdge.OWNER;
import static dev.waybill.server.network.read.NetworkRows.CHANNEL;
import static dev.waybill.server.network.read.NetworkRows.NOW;
import static dev.waybill.server.network.read.NetworkRows.ROOM;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The routes of the network, over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class NetworkApiTest {
    private static final String THREADS = "/channels/builders/threads";
    private static final String DIRECTS = "/channels/builders/directs";

    private final TestEngine engine;
    private final ScriptedDesk desk = new ScriptedDesk();
    @TempDir private Path temp;
    private TestStore store;
    private NetworkRows rows;
    private NetworkEdge at;

    NetworkApiTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        rows = new NetworkRows(store.database());
        at = new NetworkEdge(rows, desk);
        rows.session("sess-1", 11, CHANNEL, "alice.sess-1");
    }

    @AfterEach
    void stop() {
        at.close();
        store.close();
    }

    @Test
    void a_list_says_where_it_goes_on() {
        rows.thread("thread_one", NOW.minusSeconds(1));
        rows.thread("thread_two", NOW);

        JsonNode first = NetworkEdge.json(at.get(THREADS + "?limit=1", OBSERVER), 200);
        JsonNode second =
                NetworkEdge.json(at.get(THREADS + "?limit=0&after=thread_two", OBSERVER), 200);

        assertThat(first.at("/data/0/thread_id").asString()).isEqualTo("thread_two");
        assertThat(first.at("/cursor/next").asString()).endsWith(".thread_two");
        assertThat(first.at("/cursor/has_more").asBoolean()).isTrue();
        assertThat(second.at("/data/0/thread_id").asString()).isEqualTo("thread_one");
        assertThat(second.at("/cursor/next").isNull()).isTrue();
        assertThat(second.at("/cursor/has_more").asBoolean()).isFalse();
        assertThat(at.data(THREADS + "/thread_one", ALICE).at("/title").asString())
                .isEqualTo("Title");
        at.refused(THREADS + "/thread_no", ALICE, 404, "network_thread_not_found");
        at.refused(THREADS + "?after=thread_no", ALICE, 400, "invalid_request");
    }

    @Test
    void messages_are_paged_both_ways_by_their_record() {
        rows.thread("thread_one", NOW);
        List<Long> ids =
                List.of(
                        rows.say("thread_one", "a"),
                        rows.say("thread_one", "b"),
                        rows.say("thread_one", "c"));
        String messages = THREADS + "/thread_one/messages";

        JsonNode first = NetworkEdge.json(at.get(messages + "?limit=2", ALICE), 200);
        JsonNode latest =
                NetworkEdge.json(
                        at.get(messages + "?limit=2&before=99999999999999999999", ALICE), 200);

        assertThat(first.at("/data/0/record_id").asString()).isEqualTo(ids.get(0).toString());
        assertThat(first.at("/cursor/next").asString()).isEqualTo(ids.get(1).toString());
        assertThat(latest.at("/data/1/text").asString()).isEqualTo("c");
        assertThat(latest.at("/cursor/next").asString()).isEqualTo(ids.get(1).toString());
        assertThat(at.data(messages + "?after=" + ids.get(1), ALICE).size()).isEqualTo(1);
        assertThat(at.data(messages + "?before=" + ids.get(1), ALICE).size()).isEqualTo(1);
        assertThat(at.data(messages + "?kind=trace", ALICE).size()).isZero();
        assertThat(at.data(messages + "?work_id=w", ALICE).size()).isZero();
        at.refused(messages + "?after=m-a", ALICE, 400, "invalid_request");
    }

    @Test
    void direct_rooms_and_the_work_in_them_do_not_exist_for_others() {
        rows.room(ROOM, "alice.sess-1", "coder.sess-a", NOW);
        rows.work("work_1", "direct", ROOM, "working", NOW);
        rows.message(ROOM, "say", "work_1", NetworkRows.envelope("m", "psst", ""));

        for (String token : List.of(OWNER, ALICE)) {
            assertThat(at.data(DIRECTS, token).size()).isEqualTo(1);
            assertThat(at.data(DIRECTS + "/" + ROOM, token).at("/peer_a").asString())
                    .isEqualTo("alice.sess-1");
            assertThat(at.data(DIRECTS + "/" + ROOM + "/messages", token).size()).isEqualTo(1);
            assertThat(at.data("/work/work_1", token).at("/state").asString()).isEqualTo("working");
            assertThat(at.data("/work/work_1/messages", token).size()).isEqualTo(1);
        }
        for (String token : List.of(BOB, OBSERVER, FILTERED)) {
            assertThat(at.data(DIRECTS, token).size()).isZero();
            assertThat(at.data("/work", token).size()).isZero();
            at.refused(DIRECTS + "/" + ROOM, token, 404, "network_direct_not_found");
            at.refused(DIRECTS + "/" + ROOM + "/messages", token, 404, "network_direct_not_found");
            at.refused(THREADS + "/" + ROOM + "/messages", token, 404, "network_thread_not_found");
            at.refused("/work/work_1", token, 404, "network_work_not_found");
            at.refused("/work/work_1/messages", token, 404, "network_work_not_found");
        }
        assertThat(at.data("/work?state=completed", OWNER).size()).isZero();
        at.refused("/work?state=busy", OWNER, 400, "invalid_request");
    }

    @Test
    void taking_part_goes_through_the_desk() {
        JsonNode status = at.data("/status", FILTERED);
        assertThat(status.at("/status").asString()).isEqualTo("running");
        assertThat(at.data("/sessions", ALICE).size()).isEqualTo(2);
        assertThat(at.data("/sessions", FILTERED).size()).isZero();
        String join = "{\"channel\":\"builders\"}";
        NetworkEdge.json(at.send("POST", "/sessions", ALICE, join), 201);
        NetworkEdge.json(at.send("POST", "/sessions", ALICE, join), 200);
        NetworkEdge.json(at.send("POST", "/sessions", OBSERVER, join), 401);
        String send = "{\"session_id\":\"sess-1\",\"kind\":\"say\",\"body\":{},\"id\":\"m\"}";
        NetworkEdge.json(at.send("POST", "/send", ALICE, send), 201);
        NetworkEdge.json(at.send("POST", "/send", ALICE, send), 200);
        assertThat(at.send("DELETE", "/sessions/s%E2%80%AE1", ALICE, null).statusCode())
                .isEqualTo(204);
        JsonNode gone =
                NetworkEdge.json(at.send("DELETE", "/sessions/s%E2%80%AE1", ALICE, null), 404);
        assertThat(gone.at("/error/message").asString())
                .isEqualTo("Session 's\\u{202e}1' not found");
        JsonNode room =
                NetworkEdge.json(
                        at.send(
                                "POST",
                                DIRECTS + "/resolve",
                                ALICE,
                                "{\"session_id\":\"sess-1\",\"peer_id\":\"coder.sess-a\"}"),
                        200);
        assertThat(room.at("/data/direct_id").asString()).isEqualTo(ROOM);
    }

    @Test
    void peers_channels_and_keys_are_told() {
        assertThat(at.data("/peers", ALICE).size()).isEqualTo(2);
        assertThat(at.data("/peers", FILTERED).size()).isZero();
        JsonNode page = NetworkEdge.json(at.get("/peers?limit=1", ALICE), 200);
        assertThat(page.at("/data").size()).isEqualTo(1);
        JsonNode rest =
                NetworkEdge.json(
                        at.get("/peers?limit=1&after=" + page.at("/cursor/next").asString(), ALICE),
                        200);
        assertThat(rest.at("/data/0/peer_id").asString())
                .isGreaterThan(page.at("/data/0/peer_id").asString());
        assertThat(rest.at("/cursor/has_more").asBoolean()).isFalse();
        at.refused("/peers/coder.sess-a", FILTERED, 404, "network_peer_not_found");
        at.data("/peers/coder.sess-a?channel=builders", OBSERVER);
        NetworkEdge.json(
                at.send("PUT", "/peers/coder.sess-a/key", OWNER, "{\"pubkey\":\"k\"}"), 200);
        NetworkEdge.json(
                at.send("PUT", "/peers/coder.sess-a/key", ALICE, "{\"pubkey\":\"k\"}"), 401);
        assertThat(at.send("DELETE", "/peers/coder.sess-a/key", OWNER, null).statusCode())
                .isEqualTo(204);
        assertThat(desk.asked).contains("peer coder.sess-a builders", "unpin coder.sess-a null");
        JsonNode listed = at.data("/channels", BOB);
        assertThat(listed.at("/0/peer_count").asInt()).isEqualTo(2);
        assertThat(listed.at("/0/remote_peer_count").asInt()).isEqualTo(1);
        assertThat(listed.at("/0/peers").size()).isZero();
        JsonNode shown = at.data("/channels/builders", BOB);
        assertThat(shown.at("/peers").size()).isEqualTo(2);
        assertThat(shown.at("/sessions").size()).isEqualTo(1);
        at.refused("/channels/none", BOB, 404, "network_channel_not_found");
        at.refused("/channels/builders", FILTERED, 404, "network_channel_not_found");
        NetworkEdge.json(
                at.send("POST", "/channels", OWNER, "{\"channel\":\"builders\",\"purpose\":\"p\"}"),
                201);
    }

    @Test
    void never_more_than_500_peers_are_told_at_once() {
        at.data("/peers?limit=9999", ALICE);
        at.data("/peers?limit=many", ALICE);
        at.data("/channels/builders", ALICE);

        assertThat(desk.asked).contains("peers null 500", "peers builders 500");
        assertThat(desk.asked).filteredOn(what -> what.startsWith("peers ")).hasSize(3);
        assertThat(desk.asked)
                .filteredOn(what -> what.startsWith("peers "))
                .allMatch(what -> what.endsWith(" 500"));
    }

    @Test
    void the_inbox_is_shown_to_its_agent_and_the_workspace() {
        rows.waiting("sess-1", rows.say("thread_release", "hello"), null);

        JsonNode entry = at.data("/inbox?session_id=sess-1", ALICE).at("/0");
        assertThat(entry.at("/state").asString()).isEqualTo("queued");
        assertThat(entry.at("/prompt").asString()).startsWith("<network-message id=\"m-hello\"");
        assertThat(at.data("/inbox?session=sess-1&wait=20s", OWNER).size()).isEqualTo(1);
        at.refused("/inbox?session_id=sess-1", BOB, 404, "network_session_not_found");
        at.refused("/inbox", ALICE, 400, "invalid_request");
        at.refused("/inbox?session_id=sess-1&wait=9h", ALICE, 400, "invalid_request");
        at.refused("/inbox?session_id=sess-1", OBSERVER, 401, "observer_token_forbidden");
    }

    @Test
    void the_audit_is_listed_and_exported() {
        rows.audit(NOW.minusSeconds(30), "sent", "say", CHANNEL);
        rows.audit(NOW.minusSeconds(20), "rejected", null, null, null, null, "x\u202e\"\n");

        assertThat(at.data("/audit", OWNER).at("/0/direction").asString()).isEqualTo("rejected");
        String since = "/audit?since=" + NOW.minusSeconds(25).getEpochSecond();
        assertThat(at.data(since, OBSERVER).size()).isEqualTo(1);
        assertThat(at.data("/audit?until=2026-03-01T11:59:35Z", OWNER).size()).isEqualTo(1);
        assertThat(at.data("/audit?direction=sent&channel=builders", OWNER).size()).isEqualTo(1);
        at.refused("/audit?direction=up", OWNER, 400, "invalid_request");
        at.refused("/audit?since=yesterday", OWNER, 400, "invalid_request");
        at.refused("/audit?after=x", OWNER, 400, "invalid_request");
        at.refused("/audit", ALICE, 403, "forbidden");
        at.refused("/audit", FILTERED, 403, "forbidden");
        at.refused("/audit/export", FILTERED, 403, "forbidden");
        HttpResponse<String> export = at.get("/audit/export?peer=", OWNER);
        assertThat(export.headers().firstValue("Content-Type")).hasValue("application/jsonl");
        assertThat(export.body().lines().toList())
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"id\":"))
                .last()
                .asString()
                .contains("\\n");
        assertThat(at.get("/audit/export?kind=trace", OWNER).body()).isEmpty();
    }

    @Test
    void names_of_any_characters_break_nothing() {
        for (String name : List.of("'; drop table x; --", "\u202e\u200b", "<&>\"", "%25")) {
            String text = encoded(name);
            at.refused(THREADS + "/" + text, OWNER, 404, "network_thread_not_found");
            at.refused(DIRECTS + "/" + text + "/messages", OWNER, 404, "network_direct_not_found");
            at.refused("/work/" + text, OWNER, 404, "network_work_not_found");
            assertThat(at.get("/work/" + text, OWNER).body()).doesNotContain("\u202e", "\u200b");
        }
        for (String name : List.of("' or 1 = 1 --", "\n\r", "\u001b[2J\u202e")) {
            String text = encoded(name);
            at.refused("/inbox?session_id=" + text, OWNER, 404, "network_session_not_found");
            assertThat(at.get("/inbox?session_id=" + text, OWNER).body())
                    .doesNotContain("\u202e", "\u001b", "\n", "\r");
            assertThat(at.data(DIRECTS + "?peer_id=" + text, OWNER).size()).isZero();
            assertThat(at.data("/audit?peer=" + text + "&reason=" + text, OWNER).size()).isZero();
        }
        at.refused("/work/a%00b", OWNER, 400, "invalid_request");
        at.refused("/audit?peer=a%00b", OWNER, 400, "invalid_request");
        at.refused("/inbox?session_id=%00", OWNER, 400, "invalid_request");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }
}
