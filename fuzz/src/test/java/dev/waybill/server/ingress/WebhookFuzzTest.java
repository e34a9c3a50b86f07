package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.source.SourceType;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is posted at the doors of the server: which door, the configuration of the source, a
/// header, and the body, which is signed here, so that the fuzzer gets in.
class WebhookFuzzTest {
    private static final Json JSON = new Json(new JsonLimits(Doors.MAX_BYTES, 64, 64));
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");
    private static final String SECRET = "a secret of sixteen";
    private static final Freshness FRESHNESS = new Freshness(() -> NOW);
    private static final Credential KEY =
            Credential.operators(
                    Map.of(
                            "webhook-secret", SECRET,
                            "verification-token", SECRET,
                            "token", SECRET));

    @FuzzTest
    void what_is_signed_becomes_an_event_or_is_refused(byte[] data) {
        Made made = new Made(data);
        String door = made.line();
        String config = made.line();
        String kind = header(made.line());
        byte[] body = made.rest();

        Proportion.kept(
                made.size(),
                () -> {
                    try {
                        open(door, config(config), kind, body);
                    } catch (Refusal refusal) {
                        assertThat(refusal.detail()).isNotEmpty();
                    }
                });
    }

    private static void open(String door, ObjectNode config, String kind, byte[] body) {
        Map<String, String> headers = new HashMap<>();
        headers.put("content-type", "application/json");
        headers.put("x-github-event", kind);
        headers.put("x-github-delivery", "d-1");
        String hmac = HexFormat.of().formatHex(Hmac.sha256(SECRET.getBytes(UTF_8), body));
        headers.put("x-hub-signature-256", "sha256=" + hmac);
        headers.put("x-waybill-signature", "sha256=" + hmac);
        headers.put("x-kind", kind);
        Arrival arrival =
                new Arrival(
                        "src_1",
                        name -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))),
                        body);
        Received received =
                switch (door) {
                    case "github" ->
                            new GitHubDoor(JSON)
                                    .open(source(SourceType.GITHUB_REPO, config), KEY, arrival);
                    case "runs" ->
                            new GitHubDoor(JSON)
                                    .open(source(SourceType.GITHUB_REPO_CI, config), KEY, arrival);
                    case "feishu" ->
                            new FeishuDoor(JSON, FRESHNESS)
                                    .open(source(SourceType.FEISHU_BOT, config), KEY, arrival);
                    default ->
                            new WebhookDoor(JSON, FRESHNESS)
                                    .open(source(SourceType.WEBHOOK, config), KEY, arrival);
                };
        if (received instanceof Received.Told(var event, var _)) {
            storable(event);
        }
    }

    /// A database keeps it.
    private static void storable(NewEvent event) {
        assertThat(event.nativeId()).isNotEmpty().doesNotContain("\0");
        assertThat(event.variant()).isNotEmpty().doesNotContain("\0");
        if (event.occurredAt() != null) {
            assertThat(event.occurredAt().toEpochMilli()).isLessThan(Long.MAX_VALUE);
        }
        assertThat(JSON.text(event.metadata())).isNotEmpty();
        assertThat(JSON.text(event.raw())).isNotEmpty();
    }

    /// The parser of HTTP refuses control characters in a header, so no door gets to see one.
    private static String header(String line) {
        return line.replaceAll("\\p{Cntrl}", "");
    }

    private static ObjectNode config(String text) {
        try {
            JsonNode read = JSON.read(text.getBytes(UTF_8), JsonNode.class);
            return read instanceof ObjectNode object ? object : Json.emptyObject();
        } catch (JsonFault _) {
            return Json.emptyObject();
        }
    }

    private static KeptSource source(SourceType type, ObjectNode config) {
        return new KeptSource(
                new WorkspaceId(1),
                "src_1",
                "host_1",
                type,
                "kind",
                "acme/widgets",
                null,
                null,
                config,
                SourceStatus.ACTIVE,
                null,
                null,
                null,
                0,
                NOW,
                NOW);
    }
}
