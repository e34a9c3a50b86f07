package dev.waybill.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.store.TestEngine;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What those who watch are told of deliveries, and of what they may see.
class ObserverDeliveriesTest {
    @TempDir private static Path temp;
    private static WatchedServer acme;

    @BeforeAll
    static void start() {
        acme = new WatchedServer(TestEngine.SQLITE, temp.resolve("data"));
        acme.register("bob");
        acme.post("for everyone");
        HttpResponse<String> told = acme.send("POST", "/v1/agents", "{'name':'carol'}");
        String carol = WatchedServer.token(WatchedServer.data(told));
        acme.tell(carol, "bob", "in private");
    }

    @AfterAll
    static void stop() {
        acme.close();
    }

    @Test
    void a_token_is_told_what_it_is_good_for() {
        JsonNode owner = acme.get("/v1/observer", acme.keys.workspaceKey());
        JsonNode observer =
                acme.get(
                        "/v1/observer",
                        acme.observer(
                                "'stream:read','deliveries:read'",
                                "{'channel_names':['general'],'include_dms':false}"));

        assertThat(owner.path("kind").asString()).isEqualTo("owner");
        assertThat(owner.path("scopes").size()).isEqualTo(12);
        assertThat(observer.path("kind").asString()).isEqualTo("observer");
        assertThat(observer.path("scopes").toString())
                .isEqualTo("[\"stream:read\",\"deliveries:read\"]");
        assertThat(observer.at("/filters/channel_names/0").asString()).isEqualTo("general");
    }

    @Test
    void the_owner_sees_every_delivery_and_an_observer_what_its_filters_leave() {
        String open = acme.observer("'deliveries:read','dms:read'", "{'include_dms':true}");
        String narrow = acme.observer("'deliveries:read','dms:read'", "{}");
        String path = "/v1/workspace/deliveries?agent=bob";

        int all = acme.get(path, acme.keys.workspaceKey()).size();
        assertThat(acme.get(path, open).size()).isEqualTo(all);
        assertThat(acme.get(path, narrow).size()).isEqualTo(all - 1);

        long waiting = waiting(acme.get("/v1/workspace/backlog", open), "bob");
        assertThat(waiting).isPositive();
        assertThat(waiting(acme.get("/v1/workspace/backlog", narrow), "bob"))
                .isEqualTo(waiting - 1);
    }

    @Test
    void without_the_scope_there_is_nothing_to_see() {
        String token = acme.observer("'stream:read'", "{}");

        assertThat(acme.ask("/v1/workspace/deliveries", token).statusCode()).isEqualTo(403);
        assertThat(acme.ask("/v1/workspace/backlog", token).statusCode()).isEqualTo(403);
    }

    @Test
    void the_owner_puts_a_delivery_off_and_sees_why() {
        String id =
                acme.get("/v1/workspace/deliveries?agent=bob", acme.keys.workspaceKey())
                        .at("/0/id")
                        .asString();

        HttpResponse<String> deferred =
                acme.send(
                        "POST",
                        "/v1/deliveries/" + id + "/defer",
                        "{'available_at':'2036-01-01T00:00:00Z','reason':'by hand'}");
        JsonNode shown = acme.get("/v1/workspace/deliveries/" + id, acme.keys.workspaceKey());

        assertThat(deferred.statusCode()).as(deferred.body()).isEqualTo(200);
        assertThat(shown.path("state").asString()).isEqualTo("deferred");
        assertThat(shown.path("error").asString()).isEqualTo("by hand");
        assertThat(shown.at("/attempts/0/available_at").asString()).startsWith("2036");
        assertThat(
                        acme.send(
                                        "POST",
                                        "/v1/deliveries/del_1_2/defer",
                                        "{'available_at':'2036-01-01T00:00:00Z'}")
                                .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_time_long_ago_is_brought_into_range_and_one_that_nobody_can_write_is_refused() {
        acme.post("for the year one");
        String id =
                acme.get("/v1/workspace/deliveries?agent=bob", acme.keys.workspaceKey())
                        .at("/0/id")
                        .asString();

        assertThat(deferredTo("0001", id).statusCode()).isEqualTo(200);
        assertThat(deferredTo("-999999999", id).statusCode()).isEqualTo(400);
        assertThat(deferredTo("+999999999", id).statusCode()).isEqualTo(400);
    }

    private HttpResponse<String> deferredTo(String year, String delivery) {
        return acme.send(
                "POST",
                "/v1/deliveries/" + delivery + "/defer",
                "{'available_at':'%s-01-01T00:00:00Z'}".formatted(year));
    }

    @Test
    void words_that_make_no_sense_are_refused() {
        String key = acme.keys.workspaceKey();

        assertThat(acme.ask("/v1/workspace/deliveries?state=lost", key).statusCode())
                .isEqualTo(400);
        assertThat(acme.ask("/v1/workspace/deliveries?mode=soon", key).statusCode()).isEqualTo(400);
        assertThat(acme.ask("/v1/workspace/deliveries?after=7", key).statusCode()).isEqualTo(400);
        assertThat(acme.ask("/v1/workspace/deliveries?state=waiting&limit=1", key).body())
                .contains("\"has_more\":true");
    }

    private static long waiting(JsonNode backlog, String agent) {
        return backlog.valueStream()
                .filter(waits -> waits.path("agent_name").asString().equals(agent))
                .mapToLong(waits -> waits.path("waiting").asLong())
                .sum();
    }
}
