package dev.waybill.protocol.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.protocol.workspace.NewAgent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JsonTest {
    private final Json json = new Json(JsonLimits.DEFAULTS);

    @Test
    void a_number_that_nobody_can_write_out_is_refused() {
        for (String number :
                List.of("1e10000", "1E+99999", "-0.1e-000001", "[1,{\"a\\\"\":2e12345}]")) {
            assertThatThrownBy(() -> json.read(number.getBytes(UTF_8), JsonNode.class))
                    .isInstanceOf(JsonFault.class)
                    .hasMessageContaining("exponent");
        }
        for (String fine : List.of("1e9999", "\"1e10000\"", "{\"1e10000\":\"\\\"1e10000\"}")) {
            assertThat(json.read(fine.getBytes(UTF_8), JsonNode.class)).isNotNull();
        }
    }

    @Test
    void an_exponent_that_the_parser_cannot_hold_is_a_fault_of_the_document() {
        assertThatThrownBy(() -> json.tree("[5e-36931348623150]"))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("exponent");
    }

    @Test
    void names_are_snake_case_ids_are_strings_times_are_rfc_3339_and_nulls_stay() {
        Agent agent =
                new Agent(
                        new AgentId(222333444555666777L),
                        "alice",
                        "@alice",
                        AgentType.AGENT,
                        AgentStatus.ONLINE,
                        null,
                        null,
                        Json.emptyObject(),
                        Instant.parse("2026-11-15T09:30:00Z"),
                        Instant.parse("2026-11-15T09:30:00Z"),
                        null);

        assertThat(json.text(agent))
                .isEqualTo(
                        """
                        {"id":"222333444555666777","name":"alice","handle":"@alice","type":"agent","status":"online",\
                        "persona":null,"capabilities":null,"metadata":{},"created_at":"2026-11-15T09:30:00.000Z",\
                        "last_seen":"2026-11-15T09:30:00.000Z","activity":null}""");
    }

    @Test
    void unknown_fields_are_ignored_and_absent_optional_ones_are_null() {
        NewMessage message = read("{\"text\":\"hi\",\"from_the_future\":[1,{}]}", NewMessage.class);

        assertThat(message).isEqualTo(new NewMessage("hi", null, null, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            textBlock =
                    """
                    {"type":"t","up_to_seq":1.5}               | up_to_seq: expected integer
                    {"type":"t","up_to_seq":1e3}               | up_to_seq: expected integer
                    {"type":"t","up_to_seq":"1"}               | up_to_seq: expected integer
                    {"type":"t","up_to_seq":9223372036854775808} | out of range
                    {"type":"t","max_agents":0.5}              | max_agents: expected integer
                    {"type":"t","max_agents":-1}               | max_agents is negative: -1
                    {"type":"t","active_agents":2.0}           | active_agents: expected integer
                    {"type":"t","active_agents":-3}            | active_agents is negative: -3
                    {"type":"t","load":"high"}                 | load: expected number
                    {"type":"t","load":1e999}                  | load is too large
                    """)
    void a_number_of_a_frame_that_is_none_is_refused_by_name(String document, String complaint) {
        assertThatThrownBy(() -> read(document, NodeFrame.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining(complaint)
                .hasMessageNotContainingAny("dev.waybill", "tools.jackson", "java.lang");
    }

    @Test
    void wire_words_become_constants() {
        assertThat(read("{\"text\":\"hi\",\"mode\":\"steer\"}", NewMessage.class).mode())
                .isEqualTo(InjectionMode.STEER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            textBlock =
                    """
                    {}                           | text: missing
                    {"text":null}                | text: must not be null
                    {"text":7}                   | text: expected string
                    {"text":["a"]}               | text: expected string
                    {"text":""}                  | text is empty
                    {"text":"a","mode":"loud"}   | mode: 'loud' is not one of wait, steer
                    {"text":"a","mode":7}        | mode: expected
                    {"text":"a","data":[]}       | data: expected object
                    {"text":"a","blocks":{}}     | blocks: expected array
                    []                           | body: expected object
                    "text"                       | body: expected object
                    {"text":"a"                  | malformed JSON at line 1
                    {"text":"a"} x               | malformed JSON at line 1
                    {"text":"a"}{}               | body:
                    {"text":"a","text":"b"}      | malformed JSON at line 1
                    {"text":"a","data":{"x":NaN}}| malformed JSON at line 1
                    """)
    void a_wrong_document_is_refused_with_the_place_and_the_reason(
            String document, String complaint) {
        assertThatThrownBy(() -> read(document, NewMessage.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining(complaint)
                .hasMessageNotContainingAny("dev.waybill", "tools.jackson", "java.lang", "Source");
    }

    @Test
    void an_empty_body_is_refused() {
        assertThatThrownBy(() -> read("", NewMessage.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageStartingWith("body: ");
    }

    @Test
    void depth_is_limited() {
        String deep = "{\"text\":\"a\",\"data\":{\"x\":" + "[".repeat(100) + "]".repeat(100) + "}}";

        assertThatThrownBy(() -> read(deep, NewMessage.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("depth")
                .hasMessageNotContaining("StreamReadConstraints");
    }

    @Test
    void digits_of_a_number_are_limited() {
        String long_number = "{\"text\":\"a\",\"data\":{\"x\":" + "9".repeat(1000) + "}}";

        assertThatThrownBy(() -> read(long_number, NewMessage.class)).isInstanceOf(JsonFault.class);
    }

    @Test
    void size_is_limited() {
        Json small = new Json(new JsonLimits(1000, 64, 64));
        byte[] large = ("{\"text\":\"" + "a".repeat(2000) + "\"}").getBytes(UTF_8);

        assertThatThrownBy(() -> small.read(large, NewMessage.class)).isInstanceOf(JsonFault.class);
    }

    @Test
    void what_no_database_keeps_is_refused() {
        for (String text :
                new String[] {
                    "a\\u0000b", "a\\ud800b", "a\\uDC00b", "a\\ud800\\ud800", "\\\\\\u0000"
                }) {
            assertThatThrownBy(() -> read("{\"text\":\"" + text + "\"}", NewMessage.class))
                    .as(text)
                    .isInstanceOf(JsonFault.class)
                    .hasMessageStartingWith("a string holds");
            assertThatThrownBy(
                            () ->
                                    read(
                                            "{\"text\":\"a\",\"data\":{\"" + text + "\":1}}",
                                            NewMessage.class))
                    .isInstanceOf(JsonFault.class);
        }
        assertThat(read("{\"text\":\"\\ud83d\\ude00 \\\\u0000 \\u00e9\"}", NewMessage.class).text())
                .isEqualTo("😀 \\u0000 é");
    }

    @Test
    void numbers_come_back_as_they_were() {
        String document =
                "{\"text\":\"a\",\"data\":{\"a\":1E+400,\"b\":0.12345678901234567890123,\"c\":1.50,\"d\":123456789012345678901234567890}}";

        assertThat(json.text(read(document, NewMessage.class))).isEqualTo(document);
    }

    @Test
    void broken_utf_8_is_refused() {
        byte[] broken = "{\"text\":\"a?\"}".getBytes(UTF_8);
        broken[10] = (byte) 0xC3;

        assertThatThrownBy(() -> json.read(broken, NewMessage.class)).isInstanceOf(JsonFault.class);
    }

    @Test
    void a_name_that_cannot_be_one_is_refused() {
        for (String name : new String[] {"", "  ", " a", "a\\u0001b", "a\\nb", "a".repeat(129)}) {
            assertThatThrownBy(() -> read("{\"name\":\"" + name + "\"}", NewAgent.class))
                    .as(name)
                    .isInstanceOf(JsonFault.class)
                    .hasMessageContaining("name");
        }
    }

    private <T> T read(String document, Class<T> type) {
        return json.read(document.getBytes(UTF_8), type);
    }

    record Names(java.util.List<String> names) {}

    @Test
    void a_list_holds_no_null() {
        Json reader = new Json(JsonLimits.DEFAULTS);
        byte[] document =
                "{\"names\":[\"a\",null]}".getBytes(java.nio.charset.StandardCharsets.UTF_8);

        assertThatThrownBy(() -> reader.read(document, Names.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("must not be null");
    }
}
