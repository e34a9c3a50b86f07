package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.Action;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Page "Actions", section "MCP Tool Generation": what a tool is made from.
class McpToolGenerationTest extends OnARelay {
    @Test
    void a_host_is_given_the_schema_that_the_records_make() {
        relay.actions().register(new SearchUi().definition());

        Action action = relay.register("host").actions().find(SearchUi.ACTION).orElseThrow();

        assertThat(action.inputSchema())
                .isEqualTo(
                        json(
                                """
                                {"type":"object",
                                 "properties":{
                                  "query":{"type":"string"},
                                  "results":{"type":"array","items":{
                                    "type":"object",
                                    "properties":{
                                      "title":{"type":"string"},
                                      "url":{"type":"string","format":"uri"},
                                      "snippet":{"type":"string"}},
                                    "required":["title","url"]}}},
                                 "required":["query","results"]}
                                """));
        assertThat(action.outputSchema())
                .isEqualTo(
                        json(
                                """
                                {"type":"object","properties":{"displayed":{"type":"boolean"}},"required":["displayed"]}
                                """));
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text);
    }
}
