package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Bombs of somebody who can sign, so that they are read.
@Timeout(120)
class WebhookBombsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String SECRET = "s3cret";

    /// Objects within the largest size that are only long.
    private static final Set<String> HARMLESS =
            Set.of("escapes", "many names", "names that collide");

    private static final String COMMENT =
            """
            {"action": "created", "sender": {"login": "ann"}, "repository": {"full_name": "acme/widgets"},
             "issue": {"number": 7, "title": "Slow", "labels": []}, "comment": {"id": 99, "body": "hi"}}
            """;

    @TempDir private Path temp;
    private WholeServer server;

    @BeforeEach
    void start() {
        server = WholeServer.start(TestEngine.SQLITE, temp.resolve("data"));
        for (String provider : new String[] {"webhook", "github"}) {
            server.send(
                    HttpRequest.newBuilder(server.uri("/v1/credentials/" + provider))
                            .header("Authorization", "Bearer " + server.workspaceKey())
                            .header("Content-Type", "application/json")
                            .PUT(
                                    BodyPublishers.ofString(
                                            "{\"provider\":\"%s\",\"fields\":{\"webhook-secret\":\"%s\"}}"
                                                    .formatted(provider, SECRET))));
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void what_a_program_signs_is_refused_unless_it_is_an_object_like_others() {
        String path = "/ingress/webhook/" + source("webhook", "desk", "webhook");

        assertThat(kept(path)).isEqualTo(HARMLESS);

        assertThat(offset(post(path, "{\"kind\":\"opened\"}"))).isEqualTo(HARMLESS.size() + 1);
    }

    @Test
    void nothing_is_kept_of_what_github_would_never_send() {
        String path = "/ingress/github/" + source("github_repo", "acme/widgets", "github");

        assertThat(kept(path)).isEmpty();

        assertThat(offset(post(path, COMMENT))).isEqualTo(1);
    }

    @Test
    void a_bomb_within_an_event_of_github_is_refused_with_it() {
        String path = "/ingress/github/" + source("github_repo", "acme/widgets", "github");
        Bombs.all()
                .forEach(
                        (name, bomb) -> {
                            String event = COMMENT.replace("\"hi\"", bomb);
                            int status = post(path, event).status();
                            assertThat(status).as(name).isBetween(200, 499);
                            if (!HARMLESS.contains(name)) {
                                assertThat(status).as(name).isBetween(400, 499);
                            }
                        });
    }

    /// The bombs of which an event was made; all others were refused, or are none.
    private Set<String> kept(String path) {
        Set<String> kept = new TreeSet<>();
        Bombs.all()
                .forEach(
                        (name, bomb) -> {
                            Reply reply = post(path, bomb);
                            if (tree(reply).path("appended").asInt(0) > 0) {
                                kept.add(name);
                            } else if (!HARMLESS.contains(name)) {
                                assertThat(reply.status()).as(name).isBetween(400, 499);
                            }
                        });
        return kept;
    }

    private String source(String type, String key, String credential) {
        Reply made =
                server.post(
                        "/sources",
                        server.workspaceKey(),
                        "{\"sourceType\":\"%s\",\"sourceKey\":\"%s\",\"configRef\":\"%s\"}"
                                .formatted(type, key, credential));
        return tree(made).path("sourceId").asString();
    }

    private Reply post(String path, String body) {
        String signature = "sha256=" + hmac(body);
        return server.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Content-Type", "application/json")
                        .header("X-Waybill-Signature", signature)
                        .header("X-Hub-Signature-256", signature)
                        .header("X-GitHub-Event", "issue_comment")
                        .header("X-GitHub-Delivery", "d-" + hmac(body).substring(0, 32))
                        .POST(BodyPublishers.ofString(body)));
    }

    private static long offset(Reply reply) {
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(202);
        return tree(reply).path("lastOffset").asLong();
    }

    private static JsonNode tree(Reply reply) {
        return JSON.tree(reply.response().body());
    }

    private static String hmac(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
