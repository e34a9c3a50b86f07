package dev.waybill.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.provider.discord.Discord;
import dev.waybill.server.provider.feishu.Feishu;
import dev.waybill.server.provider.github.GitHub;
import dev.waybill.server.provider.matrix.Matrix;
import dev.waybill.server.provider.slack.Slack;
import dev.waybill.server.provider.sms.Sms;
import dev.waybill.server.provider.telegram.Telegram;
import dev.waybill.server.provider.webhook.Declarations;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.schema.JsonSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What providers answer: a line with the provider, the surface, the target, the thread or `-`, and the operation; a line
/// with its input; and the answers to all that is asked.
class ProviderAnswerFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Json KEPT = new Json(JsonLimits.STORED);
    private static final Instant NOW = Instant.parse("2026-11-19T08:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);
    private static final int PLACE_WORDS = 5;

    private static final Map<String, String> FIELDS =
            Map.ofEntries(
                    Map.entry("token", "123456:token-of-somebody"),
                    Map.entry("webhook-url", "https://hooks.example/services/T1/hook-secret"),
                    Map.entry("access-token", "token-of-a-user"),
                    Map.entry("webhook-token", "token-of-the-webhook"),
                    Map.entry("base-url", "https://api.example"),
                    Map.entry("app-id", "cli_a1"),
                    Map.entry("app-secret", "secret-of-the-app"),
                    Map.entry("account-sid", "AC1"),
                    Map.entry("auth-token", "token-of-the-account"),
                    Map.entry("from", "+15005550006"),
                    Map.entry("secret", "a secret of the tracker"));

    private static final String TRACKER =
            """
            {"providers": [{"name": "tracker", "title": "Tracker", "description": "Tickets.",
              "url": "https://api.example/hook", "secret": {"env": "TRACKER_SECRET"},
              "surfaces": [{"name": "ticket", "target": "T-[0-9]+", "description": "A ticket.",
                "operations": [{"name": "add_note", "title": "Add Note",
                  "inputSchema": {"type": "object", "required": ["text"],
                    "properties": {"text": {"type": "string", "minLength": 1}}}}]}]}]}
            """;

    @FuzzTest
    void what_is_answered_is_an_outcome_that_can_be_kept(byte[] data) {
        Made made = new Made(data);
        String place = made.line();
        String input = made.line();
        List<HttpAnswer> answers = Answers.of(made.restText());

        Proportion.kept(
                made.size(),
                () ->
                        called(place, input, answers)
                                .ifPresent(ProviderAnswerFuzzTest::invokedAndLookedFor));
    }

    private record Called(Provider provider, Job job) {}

    /// Nothing where the engine would not come as far as to ask.
    private static Optional<Called> called(String place, String input, List<HttpAnswer> answers) {
        String[] words = place.split(" ", PLACE_WORDS);
        if (words.length != PLACE_WORDS) {
            return Optional.empty();
        }
        Provider provider = provider(words[0]);
        DeliveryHandle handle =
                new DeliveryHandle(provider.name(), words[1], words[2], thread(words[3]), null);
        Surface surface = provider.surface(words[1]).orElse(null);
        if (surface == null || !fits(provider, handle, surface)) {
            return Optional.empty();
        }
        Wire wire = wire(provider, answers);
        return surface.operation(words[4])
                .flatMap(
                        operation ->
                                input(operation, input)
                                        .map(read -> job(handle, surface, operation, read, wire)))
                .map(job -> new Called(provider, job));
    }

    private static void invokedAndLookedFor(Called called) {
        Job job = called.job();
        try {
            Outcome outcome = called.provider().invoke(job);
            storable(job, outcome);
            if (called.provider().reconcile(job) instanceof Finding.Done(var sent)) {
                storable(job, sent);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        job.wire().exchanges().forEach(exchanged -> storable(exchanged.toString()));
    }

    private static void storable(Job job, Outcome outcome) {
        Evidence evidence = outcome.evidence();
        storable(String.valueOf(evidence));
        switch (outcome) {
            case Outcome.Sent(var note, var result, var _) -> {
                storable(note);
                storable(result);
                fits(job.operation().resultSchema(), result);
            }
            case Outcome.Refused(var _, var message, var pause, var details, var _) -> {
                storable(message);
                storable(details == null ? Json.emptyObject() : details);
                assertThat(pause == null ? Duration.ZERO : pause)
                        .isBetween(Duration.ZERO, Outcome.LONGEST_PAUSE);
            }
            case Outcome.Unclear(var message, var _) -> storable(message);
        }
    }

    private static void fits(@Nullable ObjectNode schema, ObjectNode result) {
        if (schema != null) {
            assertThat(JsonSchema.read(schema).violations(result)).isEmpty();
        }
    }

    /// It can be read again, which refuses what no database keeps also where it is written as an escape.
    private static void storable(ObjectNode tree) {
        assertThat(KEPT.read(KEPT.text(tree).getBytes(UTF_8), JsonNode.class)).isNotNull();
    }

    /// Every database keeps it.
    private static void storable(String text) {
        assertThat(text.indexOf('\0')).as("where NUL is in %s", text).isNegative();
        assertThat(text.codePoints().filter(point -> point >= 0xD800 && point <= 0xDFFF))
                .as("without halves: %s", text)
                .isEmpty();
    }

    private static Provider provider(String name) {
        return switch (name) {
            case "github" -> new GitHub(CLOCK);
            case "feishu" -> new Feishu(JSON, CLOCK);
            case "slack" -> new Slack(JSON, CLOCK);
            case "sms" -> new Sms(JSON, CLOCK);
            case "matrix" -> new Matrix(JSON, CLOCK);
            case "discord" -> new Discord(JSON, CLOCK);
            case "telegram" -> new Telegram(JSON, CLOCK);
            default ->
                    new Declarations(
                                    JSON,
                                    CLOCK,
                                    Map.of("TRACKER_SECRET", "a secret of the tracker"),
                                    Set.of())
                            .read("tracker.json", JSON.tree(TRACKER), Path.of("."))
                            .getFirst();
        };
    }

    private static boolean fits(Provider provider, DeliveryHandle handle, Surface surface) {
        try {
            provider.check(handle, surface);
            return true;
        } catch (Refusal _) {
            return false;
        }
    }

    private static Optional<ObjectNode> input(Operation operation, String text) {
        try {
            return JSON.tree(text) instanceof ObjectNode input
                            && JsonSchema.read(operation.inputSchema()).violations(input).isEmpty()
                    ? Optional.of(input)
                    : Optional.empty();
        } catch (JsonFault _) {
            return Optional.empty();
        }
    }

    private static Job job(
            DeliveryHandle handle,
            Surface surface,
            Operation operation,
            ObjectNode input,
            Wire wire) {
        return new Job(
                "dlv_23456789abcd",
                new WorkspaceId(1),
                handle,
                surface,
                operation,
                input,
                credential(handle.provider()),
                null,
                NOW,
                1,
                wire);
    }

    private static Wire wire(Provider provider, List<HttpAnswer> answers) {
        return Answers.wire(answers, credential(provider.name()), provider.credentialFields());
    }

    /// All that any of them needs; an App of GitHub needs a key, and a token is enough.
    private static Credential credential(String provider) {
        return provider.equals("github")
                ? new Credential("main", Map.of("token", "github_pat_0123456789abcdefghijkl"), true)
                : new Credential("main", FIELDS, true);
    }

    private static @Nullable String thread(String word) {
        return word.equals("-") ? null : word;
    }
}
