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
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.provider.Answers;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.github.GitHub;
import dev.waybill.server.provider.github.GitHubReader;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.source.SourceType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What GitHub lists where it is asked what is new: `runs` or `events`, the configuration of the source, how far it was read,
/// and the answers.
class FeedFuzzTest {
    private static final Json JSON = new Json(new JsonLimits(4 << 20, 64, 64));
    private static final Instant NOW = Instant.parse("2026-11-19T08:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);
    private static final Credential ANYBODY =
            new Credential("none", Map.of("base-url", "https://api.example"), true);

    @FuzzTest
    void what_is_listed_becomes_events_or_is_told(byte[] data) {
        Made made = new Made(data);
        SourceType type =
                made.line().equals("runs") ? SourceType.GITHUB_REPO_CI : SourceType.GITHUB_REPO;
        String config = made.line();
        String checkpoint = made.line();
        List<HttpAnswer> answers = Answers.of(made.restText());

        Proportion.kept(
                made.size(),
                () -> {
                    try {
                        read(source(type, config(config), checkpoint), answers);
                    } catch (Unread e) {
                        assertThat(e.words()).isNotEmpty();
                    } catch (Refusal e) {
                        assertThat(e.detail()).isNotEmpty();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    private static void read(KeptSource source, List<HttpAnswer> answers)
            throws Unread, InterruptedException {
        GitHubAsk github =
                new GitHubAsk(
                        new GitHubReader(CLOCK),
                        CLOCK,
                        ANYBODY,
                        Answers.wire(answers, ANYBODY, GitHub.FIELDS));

        GitHubFeed.Read read = new GitHubFeed(CLOCK).read(source, github);

        read.events().forEach(FeedFuzzTest::storable);
        String place = read.checkpoint().text(JSON);
        assertThat(Checkpoint.of(place, JSON)).isEqualTo(read.checkpoint());
        assertThat(place).doesNotContain("\0");
        if (read.interval() != null) {
            assertThat(read.interval()).isLessThan(Duration.ofDays(12));
        }
    }

    private static void storable(NewEvent event) {
        assertThat(event.nativeId()).isNotEmpty().doesNotContain("\0");
        assertThat(event.variant()).isNotEmpty().doesNotContain("\0");
        assertThat(JSON.text(event.metadata())).isNotEmpty().doesNotContain("\\u0000");
        assertThat(JSON.text(event.raw())).isNotEmpty().doesNotContain("\\u0000");
    }

    private static ObjectNode config(String text) {
        try {
            JsonNode read = JSON.read(text.getBytes(UTF_8), JsonNode.class);
            return read instanceof ObjectNode object ? object : Json.emptyObject();
        } catch (JsonFault _) {
            return Json.emptyObject();
        }
    }

    private static KeptSource source(SourceType type, ObjectNode config, String checkpoint) {
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
                checkpoint.isEmpty() ? null : checkpoint,
                null,
                null,
                0,
                NOW.minus(Duration.ofDays(3)),
                NOW);
    }
}
