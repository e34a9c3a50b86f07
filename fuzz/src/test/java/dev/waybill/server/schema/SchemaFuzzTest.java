package dev.waybill.server.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Schemas of actions, and what is held against them.
class SchemaFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @FuzzTest
    void a_schema_is_refused_or_judges_any_value(byte[] data) {
        Made made = new Made(data);
        Optional<JsonNode> schema = tree(made.line());
        Optional<JsonNode> value = tree(made.restText());

        if (schema.isPresent() && value.isPresent()) {
            Proportion.kept(made.size(), () -> judge(schema.get(), value.get()));
        }
    }

    private static void judge(JsonNode schema, JsonNode value) {
        JsonSchema read;
        try {
            read = JsonSchema.read(schema);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
            return;
        }
        assertThat(read.violations(value)).hasSizeLessThanOrEqualTo(20);
        read.fitted(value);
    }

    private static Optional<JsonNode> tree(String text) {
        try {
            return Optional.ofNullable(JSON.read(text.getBytes(UTF_8), JsonNode.class));
        } catch (JsonFault _) {
            return Optional.empty();
        }
    }
}
