package dev.waybill.server.source.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.refusal.Refusal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The filter language: an expression, a shortcut in JSON, and the event that they are held against.
class FilterFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @FuzzTest
    void a_filter_is_refused_or_decides_about_any_event(byte[] data) {
        Made made = new Made(data);
        ObjectNode filter = Json.emptyObject().put("expr", made.line());
        JsonNode shortcut = tree(made.line());
        if (!shortcut.isEmpty()) {
            filter.set("metadata", shortcut);
        }
        JsonNode event = tree(made.restText());

        Proportion.kept(made.size(), () -> decide(filter, event));
    }

    private static void decide(ObjectNode filter, JsonNode event) {
        Filter read;
        try {
            read = Filter.parse(filter);
        } catch (Refusal refusal) {
            assertThat(refusal.detail()).startsWith("filter");
            return;
        }
        Filter.Context context = new Filter.Context(event, event, "x.y", "webhook", "key");

        assertThat(read.match(context)).isEqualTo(read.match(context));
    }

    private static JsonNode tree(String text) {
        try {
            JsonNode read = JSON.read(text.getBytes(UTF_8), JsonNode.class);
            return read == null ? Json.emptyObject() : read;
        } catch (JsonFault _) {
            return Json.emptyObject();
        }
    }
}
