package dev.waybill.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import tools.jackson.databind.JsonNode;

/// JSON-RPC messages of MCP hosts, and the form in which they put text into headers.
class RpcFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @FuzzTest
    void a_message_is_understood_or_answered_with_an_error(byte[] body) {
        Proportion.kept(body.length, () -> read(body));
    }

    private static void read(byte[] body) {
        HeaderText.decode(new String(body, UTF_8)).ifPresent(text -> assertThat(text).isNotNull());
        JsonNode message;
        try {
            message = JSON.read(body, JsonNode.class);
        } catch (JsonFault _) {
            return;
        }
        if (message == null) {
            return;
        }
        try {
            if (Incoming.of(message) instanceof Incoming.Request(var id, var method, var params)) {
                assertThat(JSON.text(Rpc.result(id, params))).contains("\"2.0\"");
                assertThat(method).isNotEmpty();
            }
        } catch (RpcFault fault) {
            assertThat(JSON.text(Rpc.error(Incoming.idOf(message), fault))).contains("\"error\"");
        }
    }
}
