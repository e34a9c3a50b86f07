package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class McpDispatcherTest {
    private static final Caller OWNER = new Caller.Owner(new WorkspaceId(1));

    private final TestOffer offer = new TestOffer();
    private final McpDispatcher dispatcher = new McpDispatcher(offer, new CoreFaults());

    @Test
    void lists_have_the_form_of_the_protocol() throws Exception {
        assertThat(result("tools/list", "{}").toString())
                .isEqualTo(
                        "{\"tools\":[{\"name\":\"whoami\",\"description\":\"Tells who calls\",\"inputSchema\":{\"type\":\"object\"}}]}");
        assertThat(result("resources/list", "{}").toString())
                .isEqualTo(
                        "{\"resources\":[{\"name\":\"notes\",\"title\":\"Notes\",\"uri\":\"test://notes\",\"mimeType\":\"text/plain\"}]}");
        assertThat(result("resources/templates/list", "{}").toString())
                .isEqualTo("{\"resourceTemplates\":[]}");
        assertThat(result("prompts/list", "{}").toString())
                .isEqualTo(
                        "{\"prompts\":[{\"name\":\"hello\",\"description\":\"Greets\",\"arguments\":[]}]}");
    }

    @Test
    void a_prompt_is_filled_in() throws Exception {
        assertThat(
                        result(
                                        "prompts/get",
                                        "{\"name\":\"hello\",\"arguments\":{\"name\":\"ada\"}}")
                                .toString())
                .contains("A greeting")
                .contains("Hello ada");
    }

    @Test
    void what_the_core_refuses_is_told_to_the_model() throws Exception {
        offer.with(
                "refuses",
                (_, _) -> {
                    throw new Refusal(Reason.CHANNEL_NOT_FOUND, "There is no channel ops");
                });

        ObjectNode result = result("tools/call", "{\"name\":\"refuses\"}");

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.path("content").toString())
                .contains("channel_not_found: There is no channel ops");
    }

    @Test
    void data_comes_as_text_too() throws Exception {
        offer.with("data", (arguments, _) -> Outcome.data(arguments));

        ObjectNode result = result("tools/call", "{\"name\":\"data\",\"arguments\":{\"a\":1}}");

        assertThat(result.path("structuredContent").toString()).isEqualTo("{\"a\":1}");
        assertThat(result.path("content").path(0).path("text").asString()).isEqualTo("{\"a\":1}");
    }

    @Test
    void a_method_nobody_knows_is_named() {
        assertThatExceptionOfType(RpcFault.class)
                .isThrownBy(() -> result("tools/burn", "{}"))
                .satisfies(
                        fault -> {
                            assertThat(fault.code()).isEqualTo(RpcCode.METHOD_NOT_FOUND);
                            assertThat(fault.message()).contains("tools/burn");
                        });
    }

    private ObjectNode result(String method, String params) throws InterruptedException {
        return dispatcher.result(
                OWNER, method, (ObjectNode) TestMcp.JSON.tree(params), NoExchange.INSTANCE);
    }
}
