package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Sources, subscriptions and inboxes over HTTP (`provider-delivery` §2.8 and vectors 37 to 42), on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SourceApiTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String HANDLE =
            "{\"provider\":\"github\",\"surface\":\"issue_comment\",\"targetRef\":\"o/r#1\",\"threadRef\":null,\"replyMode\":\"comment\"}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private String key;
    private String bob;

    SourceApiTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        server = WholeServer.start(engine, temp.resolve("data"));
        key = server.workspaceKey();
        bob = server.post("/v1/agents", key, "{\"name\":\"bob\"}").text("token");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode post(String path, String body) {
        return plain(server.post(path, key, body));
    }

    private JsonNode get(String path) {
        return plain(server.get(path, key));
    }

    private static JsonNode plain(Reply reply) {
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
        return JSON.tree(reply.response().body());
    }

    private static void refused(Reply reply, int status, String code, String words) {
        JsonNode body = JSON.tree(reply.response().body());
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(status);
        assertThat(body.path("code").asString()).isEqualTo(code);
        assertThat(body.path("error").asString()).contains(words);
    }

    private String source(String type, String name) {
        return post(
                        "/sources",
                        "{\"sourceType\":\"%s\",\"sourceKey\":\"%s\"}".formatted(type, name))
                .path("sourceId")
                .asString();
    }

    private String subscribe(String source) {
        return post("/subscriptions", "{\"agentId\":\"bob\",\"sourceId\":\"" + source + "\"}")
                .at("/subscriptions/0/subscriptionId")
                .asString();
    }

    private JsonNode happens(String source, String id) {
        return post(
                "/sources/" + source + "/events",
                "{\"sourceNativeId\":\"%s\",\"eventVariant\":\"build.failed\",\"metadata\":{\"body\":\"it broke\"},\"deliveryHandle\":%s}"
                        .formatted(id, HANDLE));
    }

    @Test
    void vector_37_a_handle_comes_back_as_it_was_given() {
        String source = source("local_event", "builds");
        String subscription = subscribe(source);

        happens(source, "n1");
        JsonNode polled = post("/subscriptions/" + subscription + "/poll", "");
        JsonNode entry = get("/agents/bob/inbox/entries?include_actions=true").at("/entries/0");

        assertThat(polled.path("subscriptionId").asString()).isEqualTo(subscription);
        assertThat(entry.path("deliveryHandle")).isEqualTo(JSON.tree(HANDLE));
        assertThat(entry.path("kind").asString()).isEqualTo("item");
        assertThat(entry.path("operations").isArray()).isTrue();
        assertThat(entry.at("/item/metadata/matchReason").asString())
                .isEqualTo("filter shortcuts matched");
        assertThat(server.get("/v1/deliveries", bob).data().at("/0/message/text").asString())
                .contains("| it broke");
    }

    @Test
    void vector_38_a_duplicate_is_told_apart() {
        String source = source("local_event", "builds");

        assertThat(happens(source, "n1").toString())
                .isEqualTo("{\"appended\":1,\"deduped\":0,\"lastOffset\":1}");
        assertThat(happens(source, "n1").toString())
                .isEqualTo("{\"appended\":0,\"deduped\":1,\"lastOffset\":null}");
    }

    @Test
    void vector_39_entries_are_settled_up_to_one() {
        String source = source("local_event", "builds");
        subscribe(source);
        happens(source, "n1");
        String entry = get("/agents/bob/inbox").at("/entries/0/entryId").asString();
        String ack = "/agents/bob/inbox/ack";
        String body = "{\"throughEntryId\":\"" + entry + "\"}";

        assertThat(post(ack, body).toString()).isEqualTo("{\"acked\":1}");
        assertThat(post(ack, body).toString()).isEqualTo("{\"acked\":0}");
        refused(
                server.post(ack, key, "{\"throughEntryId\":\"ent_nope\"}"),
                404,
                "unknown_entry",
                "unknown inbox entry: ent_nope");
        refused(server.post(ack, key, "{}"), 400, "invalid_request", "exactly one of");
        refused(server.post(ack, key, "{\"entryIds\":[]}"), 400, "invalid_request", "empty");
        assertThat(get("/agents/bob/inbox/entries").path("entries")).isEmpty();
        assertThat(get("/agents/bob/inbox/entries?include_acked=true").path("entries")).hasSize(1);
        assertThat(server.get("/v1/deliveries", bob).data()).isEmpty();
    }

    @Test
    void vector_40_bodies_that_cannot_be_read_are_refused_in_the_same_shape() {
        refused(server.post("/sources", key, "{bad"), 400, "malformed_json", "");
        refused(
                server.send(
                        HttpRequest.newBuilder(server.uri("/sources"))
                                .header("Authorization", "Bearer " + key)
                                .header("Content-Type", "text/xml")
                                .POST(BodyPublishers.ofString("<a/>"))),
                415,
                "unsupported_media_type",
                "");
        refused(
                server.offer("/sources", key, "{\"sourceKey\":\"" + "x".repeat(2 << 20) + "\"}"),
                413,
                "too_large",
                "");
    }

    @Test
    void vector_42_agents_that_hear_nothing_cannot_subscribe() {
        String source = source("local_event", "builds");
        String gone = server.post("/v1/agents", key, "{\"name\":\"gone\"}").text("id");
        server.delete("/v1/agents/gone", key);
        String wish = "{\"agentId\":\"%s\",\"sourceId\":\"%s\"%s}";

        refused(
                server.post("/subscriptions", key, wish.formatted(gone, source, "")),
                409,
                "not_notify_capable",
                "is not notify-capable");
        refused(
                server.post("/subscriptions", key, wish.formatted("nobody", source, "")),
                404,
                "agent_not_found",
                "unknown agent: nobody");
        refused(
                server.post("/subscriptions", key, wish.formatted("bob", "src_nope", "")),
                404,
                "unknown_source",
                "unknown source: src_nope");
        refused(
                server.post(
                        "/subscriptions",
                        key,
                        wish.formatted("bob", source, ",\"filter\":{\"expr\":\"((\"}")),
                400,
                "invalid_request",
                "");
    }

    @Test
    void a_source_is_made_once_changed_paused_and_removed() {
        JsonNode host = post("/hosts", "{\"hostType\":\"github\",\"hostKey\":\"github.com\"}");
        String place =
                "{\"hostId\":\"%s\",\"streamKind\":\"ci_runs\",\"streamKey\":\"o/r\",\"configRef\":\"gh\"}"
                        .formatted(host.path("hostId").asString());
        JsonNode made = post("/sources", place);
        String path = "/sources/" + made.path("sourceId").asString();

        assertThat(made.path("sourceType").asString()).isEqualTo("github_repo_ci");
        assertThat(post("/v1/streams", place).path("sourceId")).isEqualTo(made.path("sourceId"));
        assertThat(get("/hosts").path("hosts")).hasSize(1);
        assertThat(get("/v1/sources").path("sources")).hasSize(1);
        refused(
                server.post(
                        path + "/events", key, "{\"sourceNativeId\":\"a\",\"eventVariant\":\"b\"}"),
                400,
                "invalid_request",
                "manual append is not supported for source type: github_repo_ci");
        JsonNode changed =
                plain(
                        server.patch(
                                path,
                                key,
                                "{\"configRef\":null,\"config\":{\"branch\":\"main\"}}"));
        assertThat(changed.at("/source/configRef").isNull()).isTrue();
        assertThat(changed.at("/source/config/branch").asString()).isEqualTo("main");
        refused(
                server.patch(path, key, "{\"config\":{\"a\":[{\"appSecret\":\"x\"}]}}"),
                400,
                "invalid_request",
                "looks like a secret");
        assertThat(plain(server.post(path + "/pause", key)).at("/source/status").asString())
                .isEqualTo("paused");
        assertThat(plain(server.post(path + "/resume", key)).at("/source/status").asString())
                .isEqualTo("active");
        assertThat(plain(server.post(path + "/poll", key)).path("eventsRead").asInt()).isZero();
        String subscription = subscribe(made.path("sourceId").asString());
        refused(server.delete(path, key), 409, "source_conflict", "with_subscriptions");
        assertThat(
                        plain(server.delete(path + "?with_subscriptions=true", key))
                                .path("removedSubscriptions")
                                .asInt())
                .isEqualTo(1);
        refused(server.get(path, key), 404, "unknown_source", "unknown source");
        refused(
                server.get("/v1/event-subscriptions/" + subscription, key),
                404,
                "unknown_subscription",
                "unknown subscription");
    }

    @Test
    void an_agent_acts_for_itself_only() {
        String alice = server.agentToken();
        String source = source("local_event", "builds");
        String subscription = subscribe(source);

        refused(
                server.post(
                        "/subscriptions",
                        alice,
                        "{\"agentId\":\"bob\",\"sourceId\":\"" + source + "\"}"),
                403,
                "forbidden",
                "itself");
        refused(server.get("/agents/bob/inbox", alice), 403, "forbidden", "itself");
        refused(
                server.get("/subscriptions/" + subscription, alice),
                404,
                "unknown_subscription",
                "");
        assertThat(plain(server.get("/subscriptions", alice)).path("subscriptions")).isEmpty();
        assertThat(plain(server.get("/subscriptions", bob)).path("subscriptions")).hasSize(1);
        refused(
                server.post(
                        "/sources",
                        bob,
                        "{\"sourceType\":\"email\",\"sourceKey\":\"x\",\"configRef\":\"mail\"}"),
                403,
                "forbidden",
                "only the owner");
        assertThat(server.delete("/sources/" + source, bob).status()).isEqualTo(401);
        assertThat(server.get("/sources", null).status()).isEqualTo(401);
    }

    @Test
    void other_workspaces_see_nothing_of_it() {
        String source = source("local_event", "builds");
        String other = server.post("/v1/workspaces", null, "{\"name\":\"other\"}").text("api_key");

        refused(server.get("/sources/" + source, other), 404, "unknown_source", "");
        refused(
                server.post(
                        "/sources/" + source + "/events",
                        other,
                        "{\"sourceNativeId\":\"a\",\"eventVariant\":\"b\"}"),
                404,
                "unknown_source",
                "");
        assertThat(plain(server.get("/sources", other)).path("sources")).isEmpty();
    }

    @Test
    void a_template_makes_sources_and_subscriptions_once() {
        String wish =
                "{\"agentId\":\"bob\",\"providerOrKind\":\"github\",\"template\":\"pr\",\"templateArgs\":{\"owner\":\"o\",\"repo\":\"r\",\"number\":7,\"withCi\":true}}";
        JsonNode first = post("/follow", wish);
        JsonNode again = post("/v1/follow", wish);

        assertThat(first.path("templateId").asString()).isEqualTo("github.pr");
        assertThat(first.path("sources")).hasSize(2);
        assertThat(first.at("/subscriptions/1/created").asBoolean()).isTrue();
        assertThat(again.at("/subscriptions/1/created").asBoolean()).isFalse();
        assertThat(again.at("/sources/0/created").asBoolean()).isFalse();
        refused(
                server.post("/follow", key, wish.replace("\"pr\"", "\"wiki\"")),
                400,
                "invalid_request",
                "github.issue");
        refused(
                server.post("/follow", key, wish.replace(":7", ":0")),
                400,
                "invalid_request",
                "number");
    }

    @Test
    void words_from_no_source_reach_an_agent_and_its_policy_is_kept() {
        JsonNode said =
                post("/agents/bob/inbox/items", "{\"message\":\"hello\",\"sender\":\"ci\"}");
        JsonNode entry = get("/agents/bob/inbox").at("/entries/0");

        assertThat(entry.path("itemId")).isEqualTo(said.path("itemId"));
        assertThat(entry.path("sourceId").asString()).isEqualTo("__agentinbox_direct_text__");
        assertThat(
                        get("/agents/bob/inbox/items/" + said.path("itemId").asString())
                                .at("/rawPayload/message")
                                .asString())
                .isEqualTo("hello");
        assertThat(get("/agents/bob/inbox/policy").path("windowMs").asLong()).isEqualTo(30_000);
        assertThat(
                        post("/agents/bob/inbox/policy", "{\"enabled\":true}")
                                .path("enabled")
                                .asBoolean())
                .isTrue();
        assertThat(post("/agents/bob/inbox/compact", "").path("deleted").asInt()).isZero();
        refused(server.get("/agents/nobody/inbox", key), 404, "agent_not_found", "unknown agent");
    }

    @Test
    void what_comes_is_told_on_one_line_and_goes_on_after_a_break() throws Exception {
        String source = source("local_event", "builds");
        subscribe(source);
        happens(source, "n1");
        String first = get("/agents/bob/inbox").at("/entries/0/entryId").asString();

        try (HttpClient client = HttpClient.newHttpClient();
                BufferedReader lines = watch(client, first)) {
            happens(source, "n2");
            String id = lines.readLine();
            String event = lines.readLine();
            JsonNode data = JSON.tree(lines.readLine().substring("data: ".length()));

            assertThat(id).startsWith("id: ent_");
            assertThat(event).isEqualTo("event: items");
            assertThat(data.at("/entries")).hasSize(1);
            assertThat(data.at("/entries/0/sourceNativeId").asString()).isEqualTo("n2");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isEqualTo("event: heartbeat");
        }
        refused(
                server.get("/agents/bob/inbox/watch?after_entry_id=ent_nope", key),
                404,
                "unknown_entry",
                "");
    }

    private BufferedReader watch(HttpClient client, String after)
            throws IOException, InterruptedException {
        InputStream body =
                client.send(
                                HttpRequest.newBuilder(
                                                server.uri(
                                                        "/agents/bob/inbox/watch?heartbeat_ms=1000"))
                                        .header("Authorization", "Bearer " + bob)
                                        .header("Last-Event-ID", after)
                                        .build(),
                                BodyHandlers.ofInputStream())
                        .body();
        return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }
}
