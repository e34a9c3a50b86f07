package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The doors over HTTP, where nobody has shown a token.
class IngressApiTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @TempDir private Path temp;
    private WholeServer server;

    @BeforeEach
    void start() {
        server = WholeServer.start(TestEngine.SQLITE, temp.resolve("data"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_known_source_looks_like_an_unknown_one_to_who_cannot_sign() {
        Reply made =
                server.post(
                        "/sources",
                        server.workspaceKey(),
                        "{\"sourceType\":\"github_repo\",\"sourceKey\":\"acme/widgets\"}");
        String id = JSON.tree(made.response().body()).path("sourceId").asString();

        for (String path :
                new String[] {
                    "/ingress/github/" + id,
                    "/ingress/github/src_unknown12345",
                    "/ingress/feishu/" + id,
                    "/ingress/webhook/" + id
                }) {
            Reply reply = server.post(path, null, "{}");
            JsonNode body = JSON.tree(reply.response().body());

            assertThat(reply.status()).as(path).isEqualTo(401);
            assertThat(body.path("code").asString()).isEqualTo("invalid_signature");
            assertThat(body.path("retryable").asBoolean(true)).isFalse();
            assertThat(body.path("error").asString()).startsWith("there is no such source, or");
        }
    }

    @Test
    void a_secret_that_the_workspace_keeps_proves_what_a_program_posts() {
        String key = server.workspaceKey();
        server.send(
                HttpRequest.newBuilder(server.uri("/v1/credentials/desk"))
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .PUT(
                                BodyPublishers.ofString(
                                        "{\"provider\":\"webhook\",\"fields\":{\"webhook-secret\":\"s3cret\"}}")));
        Reply made =
                server.post(
                        "/sources",
                        key,
                        "{\"sourceType\":\"webhook\",\"sourceKey\":\"desk\",\"configRef\":\"desk\"}");
        String id = JSON.tree(made.response().body()).path("sourceId").asString();
        String body = "{\"kind\":\"opened\"}";
        String signature =
                HexFormat.of()
                        .formatHex(Hmac.sha256("s3cret".getBytes(UTF_8), body.getBytes(UTF_8)));

        Reply posted =
                server.send(
                        HttpRequest.newBuilder(server.uri("/ingress/webhook/" + id))
                                .header("X-Waybill-Signature", "sha256=" + signature)
                                .POST(BodyPublishers.ofString(body)));

        assertThat(posted.status()).as(posted.response().body()).isEqualTo(202);
    }

    @Test
    void a_body_has_a_largest_size() {
        Reply reply = server.post("/ingress/github/src_x", null, "x".repeat(Doors.MAX_BYTES + 1));

        assertThat(reply.status()).isEqualTo(413);
    }

    @Test
    void a_mapping_that_cannot_be_used_is_refused_when_the_source_is_made() {
        Reply reply =
                server.post(
                        "/sources",
                        server.workspaceKey(),
                        "{\"sourceType\":\"webhook\",\"sourceKey\":\"desk\",\"config\":{\"mapping\":{\"variant\":\"a{b}\"}}}");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(JSON.tree(reply.response().body()).path("error").asString())
                .startsWith("config.mapping.variant refers to");
    }

    @Test
    void too_many_requests_from_one_place_are_put_off_but_not_those_for_a_source() {
        Reply made =
                server.post(
                        "/sources",
                        server.workspaceKey(),
                        "{\"sourceType\":\"github_repo\",\"sourceKey\":\"acme/proxied\"}");
        String id = JSON.tree(made.response().body()).path("sourceId").asString();
        int last = 0;
        for (int i = 0; i <= 2400 && last != 429; i++) {
            last = server.post("/ingress/github/src_flood", null, "{}").status();
        }

        assertThat(last).isEqualTo(429);
        assertThat(server.post("/ingress/github/" + id, null, "{}").status()).isEqualTo(401);
    }
}
