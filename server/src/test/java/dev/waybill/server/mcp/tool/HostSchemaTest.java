package dev.waybill.server.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class HostSchemaTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @Test
    void an_object_stays_as_it_is() {
        String schema =
                "{'type':'object','properties':{'q':{'type':'string'}},'required':['q'],'additionalProperties':false}";

        assertThat(HostSchema.of(json(schema)).schema()).isEqualTo(json(schema));
    }

    @Test
    void no_schema_at_all_is_an_object_with_anything_in_it() {
        assertThat(HostSchema.of(json("{}")).schema())
                .isEqualTo(json("{'type':'object','properties':{}}"));
        assertThat(HostSchema.of(json("true")).schema())
                .isEqualTo(json("{'type':'object','properties':{}}"));
    }

    @Test
    void of_a_choice_everything_may_be_given_and_what_all_ask_for_is_asked_for() {
        HostSchema schema =
                HostSchema.of(
                        json(
                                """
                                {'oneOf':[
                                  {'type':'object','properties':{'kind':{'const':'a'},'x':{'type':'number'}},'required':['kind','x']},
                                  {'type':'object','properties':{'kind':{'const':'b'},'y':{'type':'string'}},'required':['kind']}]}
                                """));

        assertThat(schema.schema().has("oneOf")).isFalse();
        assertThat(schema.schema().path("properties").propertyNames())
                .containsExactly("kind", "x", "y");
        assertThat(schema.schema().path("required")).isEqualTo(json("['kind']"));
    }

    @Test
    void of_all_parts_everything_is_asked_for() {
        HostSchema schema =
                HostSchema.of(
                        json(
                                """
                                {'type':'object','properties':{'a':{}},'required':['a'],
                                 'allOf':[{'properties':{'b':{}},'required':['b']},{'properties':{'c':{}},'required':['c']}]}
                                """));

        assertThat(schema.schema().path("required")).isEqualTo(json("['a','b','c']"));
        assertThat(schema.schema().has("allOf")).isFalse();
    }

    @Test
    void a_reference_at_the_top_is_followed_and_definitions_stay() {
        HostSchema schema =
                HostSchema.of(
                        json(
                                """
                                {'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/In',
                                 'definitions':{'In':{'type':'object','properties':{'p':{'$ref':'#/definitions/P'}}},'P':{'type':'string'}}}
                                """));

        assertThat(schema.schema().path("properties").path("p"))
                .isEqualTo(json("{'$ref':'#/definitions/P'}"));
        assertThat(schema.schema().path("definitions").has("P")).isTrue();
        assertThat(schema.schema().has("$schema")).isFalse();
    }

    @Test
    void a_reference_to_itself_ends() {
        assertThat(HostSchema.of(json("{'$ref':'#'}")).schema().path("type").asString())
                .isEqualTo("object");
        assertThat(
                        HostSchema.of(
                                        json(
                                                "{'$ref':'#/$defs/A','$defs':{'A':{'$ref':'#/$defs/A'}}}"))
                                .schema()
                                .path("type")
                                .asString())
                .isEqualTo("object");
    }

    @Test
    void what_is_no_object_becomes_the_only_argument() {
        HostSchema schema = HostSchema.of(json("{'type':'array','items':{'type':'string'}}"));

        assertThat(schema.schema().path("required")).isEqualTo(json("['input']"));
        assertThat(schema.input((ObjectNode) json("{'input':['x']}"))).isEqualTo(json("['x']"));
    }

    private static JsonNode json(String text) {
        return JSON.tree(text.replace('\'', '"'));
    }
}
