package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A provider that nobody wrote a line of Java for, from an event to the answer.
class DeclaredProviderTest {
    private static final String SECRET = "a secret of the house";
    private static final String DECLARATION =
            """
            {"providers": [{
              "name": "tracker", "title": "Tracker", "url": "%s/waybill", "secret": {"file": "tracker.secret"},
              "surfaces": [{
                "name": "ticket", "target": "T-[0-9]+",
                "operations": [
                  {"name": "add_note", "title": "Add Note", "canonicalText": true,
                   "inputSchema": {"type": "object", "additionalProperties": false, "required": ["text"],
                                   "properties": {"text": {"type": "string", "minLength": 1}}}},
                  {"name": "escalate", "title": "Escalate", "destructive": true,
                   "inputSchema": {"type": "object", "additionalProperties": false, "required": ["level"],
                                   "properties": {"level": {"type": "integer", "minimum": 1, "maximum": 3}}}}
                ]}]}]}
            """;

    @TempDir private Path temp;
    private StubProvider stub;
    private WholeServer server;
    private String item;

    @BeforeEach
    void start() throws IOException {
        stub = StubProvider.start();
        Files.writeString(temp.resolve("tracker.secret"), SECRET, UTF_8);
        Path file = temp.resolve("providers.json");
        Files.writeString(file, DECLARATION.formatted(stub.url()), UTF_8);
        server =
                WholeServer.start(
                        TestEngine.SQLITE,
                        temp.resolve("data"),
                        new ProvidersConfig(Map.of(), null, file, false, List.of()));
        item = somethingHappens();
    }

    @AfterEach
    void stop() {
        server.close();
        stub.close();
    }

    @Test
    void an_item_says_what_can_be_done_where_it_came_from() {
        JsonNode offered = post("/deliveries/actions", "{\"itemId\":\"" + item + "\"}");

        assertThat(offered.at("/handle/provider").asString()).isEqualTo("tracker");
        assertThat(offered.at("/operations/0/name").asString()).isEqualTo("add_note");
        assertThat(offered.at("/operations/0/canonicalTextAlias").asBoolean()).isTrue();
        assertThat(offered.at("/operations/1/inputSchema/properties/level/maximum").asInt())
                .isEqualTo(3);
    }

    @Test
    void plain_text_needs_nothing_but_the_item() throws Exception {
        stub.on("POST /waybill", 200, "{\"providerId\":\"n-1\"}");

        JsonNode sent =
                post(
                        "/deliveries/send",
                        "{\"itemId\":\"" + item + "\",\"payload\":{\"text\":\"ok\"}}");

        StubProvider.Request request = stub.journal().getFirst();
        assertThat(sent.path("status").asString()).isEqualTo("sent");
        assertThat(sent.path("operation").asString()).isEqualTo("add_note");
        assertThat(sent.at("/result/providerId").asString()).isEqualTo("n-1");
        assertThat(request.header("idempotency-key")).isEqualTo(sent.path("deliveryId").asString());
        assertThat(request.body())
                .contains("\"operation\":\"add_note\"", "\"targetRef\":\"T-7\"", "\"text\":\"ok\"");
        assertThat(request.header("x-waybill-signature"))
                .isEqualTo(
                        "sha256="
                                + hmac(
                                        request.header("x-waybill-timestamp")
                                                + "."
                                                + request.body()));
    }

    @Test
    void what_its_schema_does_not_allow_never_gets_there() {
        WholeServer.Reply refused =
                server.post(
                        "/deliveries/invoke",
                        server.workspaceKey(),
                        "{\"itemId\":\"%s\",\"operation\":\"escalate\",\"input\":{\"level\":4}}"
                                .formatted(item));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("code").asString()).isEqualTo("invalid_input");
        assertThat(refused.body().at("/details/0/path").asString()).isEqualTo("/level");
        assertThat(stub.journal()).isEmpty();
    }

    /// An event at a source that an agent has subscribed to, with a handle of the declared provider.
    private String somethingHappens() {
        server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"bob\"}");
        String source =
                post("/sources", "{\"sourceType\":\"local_event\",\"sourceKey\":\"tickets\"}")
                        .path("sourceId")
                        .asString();
        post("/subscriptions", "{\"agentId\":\"bob\",\"sourceId\":\"" + source + "\"}");
        post(
                "/sources/" + source + "/events",
                """
                {"sourceNativeId":"t7","eventVariant":"ticket.opened","metadata":{"body":"It is broken"},
                 "deliveryHandle":{"provider":"tracker","surface":"ticket","targetRef":"T-7"}}
                """);
        return server.get("/agents/bob/inbox/entries", server.workspaceKey())
                .body()
                .at("/entries/0/itemId")
                .asString();
    }

    private JsonNode post(String path, String body) {
        WholeServer.Reply reply = server.post(path, server.workspaceKey(), body);
        assertThat(reply.status()).as(reply.body().toString()).isBetween(200, 299);
        return reply.body();
    }

    private static String hmac(String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    }
}
