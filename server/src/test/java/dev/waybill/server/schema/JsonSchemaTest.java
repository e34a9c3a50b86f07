package dev.waybill.server.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonSchemaTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String SEARCH_RESULTS =
            """
            {"type":"object","required":["query","results"],"properties":{"query":{"type":"string"},
              "results":{"type":"array","items":{"type":"object","required":["title","url"],"properties":{
                "title":{"type":"string"},"url":{"type":"string","format":"uri"},"snippet":{"type":"string"}}}}}}
            """;

    @Test
    void a_value_that_fits_has_no_violations() {
        assertThat(
                        violations(
                                SEARCH_RESULTS,
                                """
                                {"query":"billing","results":[{"title":"BILL-123","url":"https://linear.app/acme"}]}
                                """))
                .isEmpty();
    }

    @Test
    void every_fault_is_told_with_its_place() {
        assertThat(violations(SEARCH_RESULTS, "{\"results\":[{\"title\":1,\"url\":\"no url\"}]}"))
                .extracting(Violation::path)
                .containsExactlyInAnyOrder("", "/results/0/title", "/results/0/url");
    }

    @Test
    void an_empty_schema_takes_everything() {
        assertThat(violations("{}", "{\"a\":[1]}")).isEmpty();
    }

    @Test
    void a_schema_that_a_javascript_client_respelled_is_understood_as_it_was_written() {
        JsonSchema schema =
                schema(
                        """
                        {"type":"object","additional_properties":false,"required":["maxAgents","channels"],
                         "properties":{"max_agents":{"type":"integer","exclusive_minimum":0},
                           "display_name":{"any_of":[{"type":"string","min_length":2},{"type":"null"}]},
                           "channels":{"type":"array","default":[]},"min_length":{"type":"integer"},
                           "owner":{"$ref":"#/$defs/Person"}},
                         "$defs":{"_person":{"type":"object","required":["firstName"],
                           "properties":{"first_name":{"type":"string"}}}}}
                        """);

        assertThat(schema.violations(tree("{\"max_agents\":3,\"display_name\":null}"))).isEmpty();
        assertThat(
                        schema.violations(
                                tree(
                                        "{\"maxAgents\":3,\"owner\":{\"firstName\":\"Ada\"},\"min_length\":1}")))
                .isEmpty();
        assertThat(schema.violations(tree("{\"max_agents\":0}"))).hasSize(1);
        assertThat(schema.violations(tree("{\"max_agents\":1,\"display_name\":\"x\"}")))
                .isNotEmpty();
        assertThat(schema.violations(tree("{\"max_agents\":1,\"owner\":{}}")))
                .extracting(Violation::toString)
                .singleElement()
                .asString()
                .startsWith("/owner: ")
                .contains("firstName");
        assertThat(schema.violations(tree("{\"max_agents\":1,\"other\":1}"))).hasSize(1);
        assertThat(schema.asWritten().path("properties").has("maxAgents")).isTrue();
        assertThat(schema.asWritten().has("additionalProperties")).isTrue();
    }

    @Test
    void a_list_of_required_names_alone_tells_that_keys_were_respelled() {
        JsonSchema schema =
                schema(
                        "{\"type\":\"object\",\"properties\":{\"user_id\":{\"type\":\"string\"}},\"required\":[\"userId\"]}");

        assertThat(schema.violations(tree("{\"user_id\":\"a\"}"))).isEmpty();
        assertThat(schema.violations(tree("{\"userId\":\"a\"}"))).isEmpty();
        assertThat(schema.violations(tree("{}"))).hasSize(1);
    }

    @Test
    void input_that_was_respelled_is_given_the_spelling_of_the_schema() {
        JsonSchema schema =
                schema(
                        "{\"type\":\"object\",\"properties\":{\"maxAgents\":{\"type\":\"integer\"}},\"required\":[\"maxAgents\"]}");

        assertThat(schema.violations(tree("{\"max_agents\":3}"))).isNotEmpty();
        assertThat(schema.fitted(tree("{\"max_agents\":3}"))).contains(tree("{\"maxAgents\":3}"));
        assertThat(schema.fitted(tree("{\"max_agents\":\"many\"}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"strnig\"}",
                "{\"required\":\"name\"}",
                "{\"properties\":{\"a\":{\"$ref\":\"http://127.0.0.1:9/schema.json\"}}}",
                "{\"items\":{\"$dynamicRef\":\"file:///etc/passwd\"}}",
                "{\"$ref\":\"#/$defs/absent\"}",
                "{\"$schema\":\"http://127.0.0.1:9/own\"}"
            })
    void what_is_no_usable_schema_is_refused(String text) {
        assertThatThrownBy(() -> schema(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_pattern_that_never_ends_is_ended() {
        assertThat(
                        violations(
                                "{\"properties\":{\"a\":{\"pattern\":\"^((a+)+)+\\\\2c$\"}}}",
                                "{\"a\":\"" + "a".repeat(80) + "\"}"))
                .extracting(Violation::message)
                .containsExactly("it takes too long to check this value");
    }

    @Test
    void patterns_share_the_time_of_one_check() {
        String texts = ("\"" + "a".repeat(30) + "b\",").repeat(3000) + "\"a\"";

        assertThat(violations("{\"items\":{\"pattern\":\"^((a+)+)+\\\\2c$\"}}", "[" + texts + "]"))
                .extracting(Violation::message)
                .containsExactly("it takes too long to check this value");
    }

    @Test
    void a_schema_that_asks_for_the_same_value_without_end_is_refused() {
        StringBuilder definitions = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            definitions.append(
                    "\"a%d\":{\"allOf\":[{\"$ref\":\"#/$defs/a%d\"},{\"$ref\":\"#/$defs/a%d\"}]},"
                            .formatted(i, i + 1, i + 1));
        }
        String schema = "{\"$ref\":\"#/$defs/a0\",\"$defs\":{%s\"a40\":{}}}".formatted(definitions);

        assertThatThrownBy(() -> schema(schema)).hasMessageContaining("too complicated");
    }

    @Test
    void a_schema_that_doubles_with_each_level_of_a_value_is_ended() {
        String doubling =
                "{\"allOf\":[{\"properties\":{\"a\":{\"$ref\":\"#\"}}},{\"properties\":{\"a\":{\"$ref\":\"#\"}}}]}";
        String deep = "{\"a\":".repeat(40) + "1" + "}".repeat(40);

        assertThat(violations(doubling, deep))
                .extracting(Violation::message)
                .containsExactly("it takes too long to check this value");
    }

    @Test
    void a_pattern_of_another_dialect_is_left_to_the_handler() {
        assertThat(violations("{\"pattern\":\"(?<\"}", "\"x\"")).isEmpty();
    }

    @Test
    void a_schema_that_refers_to_itself_takes_trees_and_ends() {
        String tree = "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"}}}";

        assertThat(violations(tree, "{\"next\":{\"next\":{}}}")).isEmpty();
        assertThat(violations(tree, "{\"next\":{\"next\":1}}"))
                .extracting(Violation::path)
                .containsExactly("/next/next");
        assertThat(violations("{\"$ref\":\"#\"}", "{}")).isNotEmpty();
    }

    private static List<Violation> violations(String schema, String value) {
        return schema(schema).violations(tree(value));
    }

    private static JsonSchema schema(String text) {
        return JsonSchema.read(tree(text));
    }

    private static tools.jackson.databind.JsonNode tree(String text) {
        return JSON.tree(text);
    }
}
