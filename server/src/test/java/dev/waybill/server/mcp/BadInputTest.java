package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
    private static TestMcp mcp;

    @BeforeAll
    static void start() {
        mcp = new TestMcp();
        mcp.offer.with(
                "breaks",
                (_, _) -> {
                    throw new IllegalStateException("secret detail");
                });
    }

    @AfterAll
    static void stop() {
        mcp.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    -32700 | 400 | {
                    -32700 | 400 | nonsense
                    -32700 | 400 | {"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}
                    -32700 | 400 | {"jsonrpc":"2.0","id":1,"method":"ping"} trailing
                    -32600 | 400 | null
                    -32600 | 400 | 1
                    -32600 | 400 | "text"
                    -32600 | 400 | []
                    -32600 | 400 | [{"jsonrpc":"2.0","id":1,"method":"ping"}]
                    -32600 | 400 | {}
                    -32600 | 400 | {"id":1,"method":"ping"}
                    -32600 | 400 | {"jsonrpc":"1.0","id":1,"method":"ping"}
                    -32600 | 400 | {"jsonrpc":2.0,"id":1,"method":"ping"}
                    -32600 | 400 | {"jsonrpc":"2.0","id":null,"method":"ping"}
                    -32600 | 400 | {"jsonrpc":"2.0","id":1.5,"method":"ping"}
                    -32600 | 400 | {"jsonrpc":"2.0","id":{},"method":"ping"}
                    -32600 | 400 | {"jsonrpc":"2.0","id":true,"method":"ping"}
                    -32600 | 400 | {"jsonrpc":"2.0","id":1,"method":7}
                    -32600 | 400 | {"jsonrpc":"2.0","id":1,"method":""}
                    -32600 | 400 | {"jsonrpc":"2.0","id":1}
                    -32600 | 400 | {"jsonrpc":"2.0","id":1,"result":{},"error":{}}
                    -32600 | 400 | {"jsonrpc":"2.0","id":1,"result":5}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"ping","params":[]}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}
                    -32601 | 404 | {"jsonrpc":"2.0","id":1,"method":"no/such"}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"tools/call"}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":[]}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","_meta":5}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}
                    -32002 | 200 | {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x"}}
                    -32002 | 200 | {"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"x"}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"none"}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"hello","arguments":{"name":1}}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"x"}}}
                    -32602 | 200 | {"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":{}}}
                    """)
    void what_is_wrong_gets_its_code(int code, int status, String body) {
        HttpResponse<String> response = mcp.host("ada").initialize().post(body);

        assertThat(TestHost.code(response)).as(response.body()).isEqualTo(code);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(TestHost.json(response).path("jsonrpc").asString()).isEqualTo("2.0");
    }

    @Test
    void an_empty_body_is_no_message() {
        HttpResponse<String> response = mcp.host("ada").initialize().send("POST", "");

        assertThat(response.statusCode()).isEqualTo(400);
    }

    @Test
    void huge_ids_come_back_as_they_were() {
        TestHost host = mcp.host("ada").initialize();
        for (String id :
                List.of(
                        "123456789012345678901234567890",
                        "-9007199254740993",
                        "\"" + "i".repeat(5000) + "\"",
                        "\"\"")) {
            HttpResponse<String> response =
                    host.post("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(id));

            assertThat(response.body()).contains("\"id\":" + id);
        }
    }

    @Test
    void names_are_not_repeated_at_length() {
        HttpResponse<String> response =
                mcp.host("ada").initialize().request("x".repeat(20_000), "{}");

        assertThat(response.body()).hasSizeLessThan(400);
    }

    @Test
    void what_breaks_inside_a_tool_stays_inside() {
        HttpResponse<String> response =
                mcp.host("ada").initialize().request("tools/call", "{\"name\":\"breaks\"}");

        assertThat(TestHost.json(response).path("result").path("isError").asBoolean()).isTrue();
        assertThat(response.body()).doesNotContain("secret").doesNotContain("IllegalState");
    }

    @Test
    void random_damage_never_fails_inside() {
        Random random = new Random(5);
        String good =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"whoami\",\"arguments\":{}}}";
        TestHost host = mcp.host("ada").initialize();
        for (int i = 0; i < 300; i++) {
            StringBuilder bad = new StringBuilder(good);
            for (int change = 0; change <= random.nextInt(3); change++) {
                bad.setCharAt(random.nextInt(bad.length()), (char) (' ' + random.nextInt(95)));
            }

            HttpResponse<String> response = host.post(bad.toString());

            assertThat(response.statusCode()).as("%s", bad).isLessThan(500);
            assertThat(response.body()).doesNotContain("32603");
        }
        assertThat(mcp.endpoint.sessions()).isLessThanOrEqualTo(TestMcp.LIMITS.perCaller());
    }
}
