package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionLaneTest {
    private final TestMcp mcp = new TestMcp();

    @AfterEach
    void stop() {
        mcp.close();
    }

    @ParameterizedTest
    @CsvSource({
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2025-03-26, 2025-11-25",
        "2024-11-05, 2025-11-25",
        "1.0, 2025-11-25"
    })
    void the_version_is_the_hosts_if_it_is_spoken_and_otherwise_the_newest(
            String wanted, String spoken) {
        HttpResponse<String> response =
                mcp.host("ada")
                        .request(
                                "initialize",
                                "{\"protocolVersion\":\"%s\",\"capabilities\":{}}"
                                        .formatted(wanted));

        assertThat(TestHost.json(response).path("result").path("protocolVersion").asString())
                .isEqualTo(spoken);
        assertThat(response.headers().firstValue("Mcp-Session-Id").orElseThrow())
                .matches("[!-~]{20,}");
    }

    @Test
    void who_shows_no_token_is_asked_for_one() {
        HttpResponse<String> response =
                mcp.host("ada").without("Authorization").request("initialize", "{}");

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }

    @Test
    void the_workspace_key_is_taken_too() {
        TestHost owner = new TestHost(mcp, TestMcp.ownerToken()).initialize();

        assertThat(owner.request("tools/call", "{\"name\":\"whoami\"}").body())
                .contains("the owner");
    }

    @Test
    void without_a_session_there_is_only_initialize() {
        HttpResponse<String> response = mcp.host("ada").request("tools/list", "{}");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(TestHost.code(response)).isEqualTo(-32600);
    }

    @Test
    void a_session_that_is_not_there_is_not_found() {
        TestHost host = mcp.host("ada").with("Mcp-Session-Id", "none");

        assertThat(host.request("ping", "{}").statusCode()).isEqualTo(404);
        assertThat(host.send("GET", "").statusCode()).isEqualTo(404);
        assertThat(host.send("DELETE", "").statusCode()).isEqualTo(404);
    }

    @Test
    void the_session_of_another_is_not_found() {
        TestHost ada = mcp.host("ada").initialize();

        TestHost eve = mcp.host("eve").with("Mcp-Session-Id", ada.session());

        assertThat(eve.request("ping", "{}").statusCode()).isEqualTo(404);
        assertThat(eve.send("GET", "").statusCode()).isEqualTo(404);
        assertThat(eve.send("DELETE", "").statusCode()).isEqualTo(404);
        assertThat(ada.request("ping", "{}").statusCode()).isEqualTo(200);
    }

    @Test
    void a_session_that_was_ended_is_gone() {
        TestHost host = mcp.host("ada").initialize();

        assertThat(host.send("DELETE", "").statusCode()).isEqualTo(204);

        assertThat(host.request("ping", "{}").statusCode()).isEqualTo(404);
        assertThat(mcp.endpoint.sessions()).isZero();
    }

    @Test
    void a_version_that_no_session_speaks_is_refused() {
        TestHost host = mcp.host("ada").initialize();

        assertThat(
                        host.with("MCP-Protocol-Version", "1999-01-01")
                                .request("ping", "{}")
                                .statusCode())
                .isEqualTo(400);
        assertThat(
                        host.with("MCP-Protocol-Version", "2025-11-25")
                                .request("ping", "{}")
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void notifications_and_late_answers_are_taken_without_a_word() {
        TestHost host = mcp.host("ada").initialize();

        HttpResponse<String> notice =
                host.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        HttpResponse<String> late =
                host.post("{\"jsonrpc\":\"2.0\",\"id\":\"ask-9\",\"result\":{}}");

        assertThat(notice.statusCode()).isEqualTo(202);
        assertThat(notice.body()).isEmpty();
        assertThat(late.statusCode()).isEqualTo(202);
    }

    @Test
    void two_agents_are_told_apart() {
        TestHost ada = mcp.host("ada").initialize();
        TestHost bob = mcp.host("bob").initialize();

        assertThat(ada.request("tools/call", "{\"name\":\"whoami\"}").body()).contains("ada");
        assertThat(bob.request("tools/call", "{\"name\":\"whoami\"}").body()).contains("bob");
    }

    @Test
    void only_what_is_not_below_the_level_is_logged_to_the_host() {
        mcp.offer.with("logs", (_, exchange) -> TestOffer.logged(exchange, "one", "two"));
        TestHost host = mcp.host("ada").initialize("2025-06-18", "{}");

        HttpResponse<String> logged = host.request("tools/call", "{\"name\":\"logs\"}");
        host.request("logging/setLevel", "{\"level\":\"warning\"}");
        HttpResponse<String> silent = host.request("tools/call", "{\"name\":\"logs\"}");

        assertThat(logged.body()).startsWith("id: ").contains("one").contains("two");
        assertThat(silent.body()).startsWith("{").doesNotContain("one");
        assertThat(TestHost.code(host.request("logging/setLevel", "{\"level\":\"loud\"}")))
                .isEqualTo(-32602);
    }

    @Test
    void a_host_that_takes_no_streams_gets_the_answer_alone() {
        mcp.offer.with("logs", (_, exchange) -> TestOffer.logged(exchange, "one"));
        TestHost host = mcp.host("ada").initialize().with("Accept", "application/json");

        HttpResponse<String> response = host.request("tools/call", "{\"name\":\"logs\"}");

        assertThat(TestHost.json(response).path("result").path("isError").asBoolean()).isFalse();
        assertThat(host.send("GET", "").statusCode()).isEqualTo(406);
    }

    @Test
    void pages_of_foreign_origins_are_kept_out() {
        TestHost host = mcp.host("ada").initialize();

        assertThat(host.with("Origin", "http://evil.example").request("ping", "{}").statusCode())
                .isEqualTo(403);
        assertThat(host.send("GET", "").statusCode()).isEqualTo(403);
        assertThat(host.with("Origin", "null").request("ping", "{}").statusCode()).isEqualTo(403);
        assertThat(host.with("Origin", "http://localhost:3000").request("ping", "{}").statusCode())
                .isEqualTo(200);
        assertThat(host.with("Origin", "https://app.example").request("ping", "{}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void the_limits_of_the_edge_hold() {
        TestHost host = mcp.host("ada").initialize();

        HttpResponse<String> response =
                host.request("ping", "{\"x\":\"" + "y".repeat(70_000) + "\"}");

        assertThat(response.statusCode()).isEqualTo(413);
    }

    @ParameterizedTest
    @CsvSource({"c9/3, 410", "x/1, 410", "nonsense, 400"})
    void a_stream_that_is_not_there_is_not_resumed(String place, int status) {
        TestHost host = mcp.host("ada").initialize().with("Last-Event-ID", place);

        assertThat(host.send("GET", "").statusCode()).isEqualTo(status);
    }

    @Test
    void a_tool_that_breaks_is_a_fault_of_the_server() {
        mcp.offer.with(
                "breaks",
                (_, _) -> {
                    throw new StackOverflowError("on purpose");
                });

        HttpResponse<String> response =
                mcp.host("ada").initialize().request("tools/call", "{\"name\":\"breaks\"}");

        assertThat(TestHost.code(response)).isEqualTo(-32603);
    }
}
