package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.store.TestEngine;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// From a webhook that GitHub signs to an entry in the inbox of an agent, with the place where it is answered.
@ParameterizedClass
@EnumSource(TestEngine.class)
class IngressTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String COMMENT =
            """
            {"action": "created", "sender": {"login": "ann"}, "repository": {"full_name": "acme/widgets"},
             "issue": {"number": 7, "title": "Slow", "labels": [{"name": "bug"}], "pull_request": {}},
             "comment": {"id": 99, "body": "@bob please look"}}
            """;

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private String key;
    private String source;

    IngressTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        Credential credential = new Credential("default", Map.of("webhook-secret", "s3cret"), true);
        Outside outside =
                new Outside(
                        List.of(),
                        (_, provider, _) ->
                                provider.equals("github")
                                        ? Optional.of(credential)
                                        : Optional.empty(),
                        null,
                        null,
                        AttemptLimits.DEFAULTS);
        server =
                WholeServer.start(
                        engine.freshDatabase(),
                        1,
                        temp.resolve("data"),
                        OutboundConfig.DEFAULTS,
                        outside);
        key = server.workspaceKey();
        server.post("/v1/agents", key, "{\"name\":\"bob\"}");
        source =
                post("/sources", "{\"sourceType\":\"github_repo\",\"sourceKey\":\"acme/widgets\"}")
                        .path("sourceId")
                        .asString();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_comment_reaches_the_agents_that_want_it_with_the_place_to_answer() {
        subscribe("metadata.isPullRequest && contains(metadata.mentions, 'bob')");

        WholeServer.Reply first = webhook("d-1", COMMENT);
        WholeServer.Reply again = webhook("d-1", COMMENT);

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.response().body())
                .isEqualTo("{\"accepted\":true,\"appended\":1,\"deduped\":0,\"lastOffset\":1}");
        assertThat(again.status()).isEqualTo(200);
        JsonNode entries = tree(server.get("/agents/bob/inbox/entries", key)).path("entries");
        assertThat(entries.size()).isEqualTo(1);
        assertThat(entries.get(0).path("deliveryHandle"))
                .hasToString(
                        "{\"provider\":\"github\",\"surface\":\"pull_request_comment\",\"targetRef\":\"acme/widgets#7\",\"threadRef\":\"issue_comment:99\",\"replyMode\":\"comment\"}");
    }

    @Test
    void an_expression_at_fault_is_refused_with_the_place() {
        WholeServer.Reply reply =
                server.post("/subscriptions", key, subscription("metadata.number =="));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(tree(reply).path("error").asString())
                .isEqualTo("filter.expr: unexpected the end at character 19");
    }

    @Test
    void what_was_tampered_with_changes_nothing() {
        subscribe("true");

        WholeServer.Reply reply = webhook("d-1", COMMENT, COMMENT.replace("look", "merge"));

        assertThat(reply.status()).isEqualTo(401);
        assertThat(tree(server.get("/agents/bob/inbox/entries", key)).path("entries").size())
                .isZero();
    }

    private void subscribe(String expr) {
        post("/subscriptions", subscription(expr));
    }

    private String subscription(String expr) {
        return "{\"agentId\":\"bob\",\"sourceId\":\"%s\",\"filter\":{\"expr\":\"%s\"}}"
                .formatted(source, expr);
    }

    private WholeServer.Reply webhook(String delivery, String body) {
        return webhook(delivery, body, body);
    }

    private WholeServer.Reply webhook(String delivery, String signed, String sent) {
        return server.send(
                HttpRequest.newBuilder(server.uri("/ingress/github/" + source))
                        .header("Content-Type", "application/json")
                        .header("X-GitHub-Event", "issue_comment")
                        .header("X-GitHub-Delivery", delivery)
                        .header("X-Hub-Signature-256", "sha256=" + hmac(signed))
                        .POST(BodyPublishers.ofString(sent)));
    }

    private JsonNode post(String path, String body) {
        WholeServer.Reply reply = server.post(path, key, body);
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
        return tree(reply);
    }

    private static JsonNode tree(WholeServer.Reply reply) {
        return JSON.tree(reply.response().body());
    }

    private static String hmac(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("s3cret".getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
