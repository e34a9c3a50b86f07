package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.OutboundServer;
import dev.waybill.server.WholeServer;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// From an event to its answer and back, on each engine (`provider-delivery` vectors 11, 37 and 41, and §4.5).
@ParameterizedClass
@EnumSource(TestEngine.class)
class AnsweringTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private OutboundServer server;
    private StubProvider stub;
    private String source;

    AnsweringTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        stub = StubProvider.start();
        server =
                OutboundServer.start(
                        engine.freshDatabase(),
                        0,
                        temp.resolve("data"),
                        stub,
                        OutboundServer.Setup.QUICK);
        server.post("/v1/agents", "{\"name\":\"bob\"}");
        source =
                server.post("/sources", "{\"sourceType\":\"local_event\",\"sourceKey\":\"b\"}")
                        .body()
                        .path("sourceId")
                        .asString();
        server.post("/subscriptions", "{\"agentId\":\"bob\",\"sourceId\":\"" + source + "\"}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void happens(String id, String variant, String metadata, String target) {
        String handle =
                "{\"provider\":\"github\",\"surface\":\"issue_comment\",\"targetRef\":\"%s\"}"
                        .formatted(target);
        assertThat(
                        server.post(
                                        "/sources/" + source + "/events",
                                        "{\"sourceNativeId\":\"%s\",\"eventVariant\":\"%s\",\"metadata\":%s,\"deliveryHandle\":%s}"
                                                .formatted(id, variant, metadata, handle))
                                .status())
                .isEqualTo(200);
    }

    private JsonNode entries() {
        return server.get("/agents/bob/inbox/entries?include_actions=true").body().path("entries");
    }

    @Test
    void an_item_is_answered_where_it_came_from() {
        stub.on("POST /add_comment", 201, "{\"id\":77}");
        happens("n1", "v", "{}", "o/r#1");
        JsonNode entry = entries().get(0);
        String item = entry.path("itemId").asString();

        JsonNode actions =
                server.post("/deliveries/actions", "{\"itemId\":\"" + item + "\"}").body();
        WholeServer.Reply sent =
                server.post(
                        "/deliveries/send",
                        "{\"entryId\":\"%s\",\"kind\":\"reply\",\"payload\":{\"text\":\"on it\"}}"
                                .formatted(entry.path("entryId").asString()));

        assertThat(actions.path("sourceId").asString()).isEqualTo(source);
        assertThat(actions.path("operations")).isNotEmpty();
        assertThat(entry.path("operations").valueStream().map(JsonNode::asString))
                .containsExactly("add_comment", "close_issue", "reopen_issue");
        assertThat(sent.status()).as(sent.response().body()).isEqualTo(200);
        assertThat(stub.matching("POST /add_comment").getFirst().body()).contains("on it");
    }

    @Test
    void the_answer_does_not_come_back_as_news() {
        stub.on("POST /add_comment", 201, "{\"id\":77}");
        String delivery = invoked();

        happens("n1", "c.created", "{\"resourceId\":\"77\"}", "o/r#1");
        happens("n2", "c.edited", "{\"resourceId\":\"77\"}", "o/r#1");
        happens("n3", "c.created", marked(delivery), "o/r#1");

        assertThat(entries().valueStream().map(entry -> entry.path("sourceNativeId").asString()))
                .as("what others do to it, or write with its mark, is news")
                .containsExactly("n2", "n3");
    }

    @Test
    void an_answer_of_which_nothing_was_heard_is_known_by_its_mark() {
        stub.cut("POST /add_comment");
        String delivery = invoked();

        happens("n1", "c.created", marked(delivery), "o/r#1");
        happens("n2", "c.created", marked("dlv_222222222222"), "o/r#1");

        assertThat(entries().valueStream().map(entry -> entry.path("sourceNativeId").asString()))
                .containsExactly("n2");
    }

    private String invoked() {
        return server.invoke("add_comment", "{\"body\":\"hi\"}")
                .body()
                .path("deliveryId")
                .asString();
    }

    private static String marked(String delivery) {
        return "{\"body\":\"hi <!-- waybill:%s -->\"}".formatted(delivery);
    }

    @Test
    void a_digest_without_one_place_names_those_of_its_items() {
        server.post("/agents/bob/inbox/policy", "{\"enabled\":true,\"maxItems\":2}");
        happens("n1", "IssueCommentEvent.created", "{\"number\":1}", "o/r#1");
        happens("n2", "IssueCommentEvent.created", "{\"number\":1}", "o/r#2");
        String entry = entries().get(0).path("entryId").asString();

        WholeServer.Reply refused =
                server.post("/deliveries/actions", "{\"entryId\":\"" + entry + "\"}");

        assertThat(entries().get(0).path("deliveryHandle").isNull()).isTrue();
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("code").asString()).isEqualTo("handle_missing");
        assertThat(refused.body().at("/details/itemHandles")).hasSize(2);
    }

    @Test
    void agents_answer_their_own_items_and_the_owner_all() {
        stub.on("POST /add_comment", 201, "{\"id\":77}");
        happens("n1", "v", "{}", "o/r#1");
        String entry = entries().get(0).path("entryId").asString();
        String item = entries().get(0).path("itemId").asString();
        String eve = server.post("/v1/agents", "{\"name\":\"eve\"}").text("token");

        WholeServer.Reply byItem =
                server.whole().post("/deliveries/actions", eve, "{\"itemId\":\"" + item + "\"}");
        WholeServer.Reply byEntry =
                server.whole()
                        .post(
                                "/deliveries/send",
                                eve,
                                "{\"entryId\":\"%s\",\"payload\":{\"text\":\"x\"}}"
                                        .formatted(entry));

        assertThat(byItem.body().path("code").asString()).isEqualTo("unknown_item");
        assertThat(byEntry.body().path("code").asString()).isEqualTo("unknown_entry");
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void v11_an_item_without_a_handle_cannot_be_answered() {
        server.post(
                "/sources/" + source + "/events",
                "{\"sourceNativeId\":\"n1\",\"eventVariant\":\"v\",\"metadata\":{}}");
        String item = entries().get(0).path("itemId").asString();

        WholeServer.Reply refused =
                server.post("/deliveries/actions", "{\"itemId\":\"" + item + "\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("code").asString()).isEqualTo("handle_missing");
    }

    @Test
    void v37_a_local_source_goes_with_every_provider() {
        stub.on("POST /add_comment", 201, "{\"id\":77}");
        String place =
                "{\"sourceId\":\"%s\",\"deliveryHandle\":%s"
                        .formatted(source, OutboundServer.HANDLE);

        JsonNode actions = server.post("/deliveries/actions", place + "}").body();
        JsonNode sent =
                server.post(
                                "/deliveries/invoke",
                                place
                                        + ",\"operation\":\"add_comment\",\"input\":{\"body\":\"hi\"}}")
                        .body();

        assertThat(actions.path("sourceId").asString()).isEqualTo(source);
        assertThat(actions.path("operations")).isNotEmpty();
        assertThat(sent.path("status").asString()).isEqualTo("sent");
        assertThat(sent.path("sourceId").asString()).isEqualTo(source);
    }
}
