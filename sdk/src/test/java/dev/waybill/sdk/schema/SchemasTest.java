package dev.waybill.sdk.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.waybill.protocol.delivery.DeliveryMode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SchemasTest {
    private static final JsonMapper JSON = new JsonMapper();

    enum Level {
        LOW,
        HIGH
    }

    enum Harness {
        @JsonProperty("claude")
        CLAUDE,
        @JsonProperty("codex")
        CODEX
    }

    record Part(String title, @Nullable String snippet) {}

    record Whole(List<Part> parts, Part first, Map<String, Integer> counts) {}

    record Tree(String name, List<Tree> children) {}

    @Test
    void a_component_is_required_unless_it_may_be_left_out() {
        record Input(
                String must,
                @Nullable String nullable,
                Optional<String> optional,
                @Default("7") int defaulted,
                int number) {}

        assertSchema(
                Input.class,
                """
                {"type":"object",
                 "properties":{"must":{"type":"string"},"nullable":{"type":"string"},"optional":{"type":"string"},
                               "defaulted":{"type":"integer","default":7},"number":{"type":"integer"}},
                 "required":["must","number"]}
                """);
    }

    @Test
    void optional_numbers_are_numbers_that_may_be_left_out() {
        record Input(
                @Range(min = 1) @Description("How many") OptionalInt limit,
                OptionalLong after,
                OptionalDouble weight) {}

        assertSchema(
                Input.class,
                """
                {"type":"object",
                 "properties":{"limit":{"type":"integer","minimum":1,"description":"How many"},
                               "after":{"type":"integer"},"weight":{"type":"number"}}}
                """);
    }

    @Test
    void annotations_say_what_types_cannot() {
        @Description("A search.")
        record Input(
                @Description("What to look for") @Size(min = 1, max = 200) String query,
                @Format("uri") String url,
                @Matches("^[a-z]+$") String branch,
                @Range(min = 1, max = 100) int limit,
                @Range(min = 0.5) double weight,
                @Size(max = 3) List<String> tags,
                @Size(min = 1) Map<String, Object> labels) {}

        assertSchema(
                Input.class,
                """
                {"type":"object","description":"A search.",
                 "properties":{
                  "query":{"type":"string","description":"What to look for","minLength":1,"maxLength":200},
                  "url":{"type":"string","format":"uri"},
                  "branch":{"type":"string","pattern":"^[a-z]+$"},
                  "limit":{"type":"integer","minimum":1,"maximum":100},
                  "weight":{"type":"number","minimum":0.5},
                  "tags":{"type":"array","items":{"type":"string"},"maxItems":3},
                  "labels":{"type":"object","minProperties":1}},
                 "required":["query","url","branch","limit","weight","tags","labels"]}
                """);
    }

    @Test
    void enums_are_the_words_that_travel() {
        record Input(Level level, Harness harness, DeliveryMode mode) {}

        JsonNode properties = Schemas.of(Input.class).path("properties");

        assertThat(properties.path("level").path("enum").toString())
                .isEqualTo("[\"LOW\",\"HIGH\"]");
        assertThat(properties.path("harness").path("enum").toString())
                .isEqualTo("[\"claude\",\"codex\"]");
        assertThat(properties.path("mode").path("enum").toString())
                .contains("\"immediate\"", "\"on-idle\"");
    }

    @Test
    void known_types_have_their_formats() {
        record Input(Instant at, URI link, UUID id, Duration time, boolean really) {}

        JsonNode properties = Schemas.of(Input.class).path("properties");

        assertThat(properties.path("at").path("format").asString()).isEqualTo("date-time");
        assertThat(properties.path("link").path("format").asString()).isEqualTo("uri");
        assertThat(properties.path("id").path("format").asString()).isEqualTo("uuid");
        assertThat(properties.path("time").path("format").asString()).isEqualTo("duration");
        assertThat(properties.path("really").path("type").asString()).isEqualTo("boolean");
    }

    @Test
    void records_lists_and_maps_nest() {
        ObjectNode schema = Schemas.of(Whole.class);

        assertThat(schema.path("properties").path("counts").toString())
                .isEqualTo("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}");
        assertThat(schema.path("properties").path("first").path("$ref").asString())
                .isEqualTo("#/$defs/Part");
        assertThat(schema.path("$defs").path("Part").path("required").toString())
                .isEqualTo("[\"title\"]");
    }

    @Test
    void a_record_may_hold_its_own_kind() {
        ObjectNode schema = Schemas.of(Tree.class);

        assertThat(schema.toString()).contains("\"$ref\":\"#");
    }

    @Test
    void names_are_as_they_stand_unless_json_property_gives_another() {
        record Input(String camelCase, String snake_case, @JsonProperty("other") String own) {}

        assertThat(Schemas.of(Input.class).path("properties").propertyNames())
                .containsExactly("camelCase", "snake_case", "other");
        assertThat(Records.tree(new Input("a", "b", "c")).toString())
                .isEqualTo("{\"camelCase\":\"a\",\"snake_case\":\"b\",\"other\":\"c\"}");
    }

    @Test
    void anything_goes_where_json_is_wanted() {
        record Input(JsonNode any, ObjectNode object) {}

        JsonNode properties = Schemas.of(Input.class).path("properties");

        assertThat(properties.path("any").toString()).isEqualTo("{}");
        assertThat(properties.path("object").toString()).isEqualTo("{\"type\":\"object\"}");
        assertThat(Schemas.of(ObjectNode.class).toString()).isEqualTo("{\"type\":\"object\"}");
    }

    private static void assertSchema(Class<?> type, String expected) {
        assertThat((JsonNode) Schemas.of(type)).isEqualTo(JSON.readTree(expected));
    }
}
