package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StatelessLaneTest {
    private static final String LISTEN =
            """
            {"jsonrpc":"2.0","id":"l1","method":"subscriptions/listen","params":{%s,\
            "notifications":{"toolsListChanged":true,"promptsListChanged":true,\
            "resourceSubscriptions":["test://notes","test://nothing"]}}}"""
                    .formatted(TestHost.META);

    private final TestMcp mcp = new TestMcp();

    @AfterEach
    void stop() {
        mcp.close();
    }

    @Test
    void a_request_stands_for_itself() {
        JsonNode result =
                TestHost.json(
                                mcp.host("ada")
                                        .with("Mcp-Name", "whoami")
                                        .stateless("tools/call", "\"name\":\"whoami\""))
                        .path("result");

        assertThat(result.path("content").toString()).contains("ada");
        assertThat(result.path("resultType").asString()).isEqualTo("complete");
        assertThat(result.path("_meta").toString()).contains("waybill");
        assertThat(mcp.endpoint.sessions()).isZero();
    }

    @Test
    void all_versions_are_named() {
        HttpResponse<String> response = mcp.host("ada").stateless("server/discover", "");

        assertThat(TestHost.json(response).path("result").path("supportedVersions").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\"]");
    }

    @Test
    void what_belongs_to_sessions_is_not_found() {
        for (String method : new String[] {"initialize", "ping", "resources/subscribe"}) {
            HttpResponse<String> response = mcp.host("ada").stateless(method, "");

            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(TestHost.code(response)).isEqualTo(-32601);
        }
    }

    @Test
    void a_header_that_says_something_else_is_refused() {
        TestHost host = mcp.host("ada").with("Mcp-Name", "other");

        HttpResponse<String> response = host.stateless("tools/call", "\"name\":\"whoami\"");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(TestHost.code(response)).isEqualTo(-32020);
    }

    @Test
    void a_name_that_no_header_holds_comes_encoded() {
        HttpResponse<String> response =
                mcp.host("ada")
                        .with("Mcp-Name", "=?base64?d2hvYW1p?=")
                        .stateless("tools/call", "\"name\":\"whoami\"");

        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void a_request_without_the_header_is_known_by_its_meta() {
        HttpResponse<String> response =
                mcp.host("ada").request("tools/list", "{" + TestHost.META + "}");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(TestHost.code(response)).isEqualTo(-32020);
    }

    @Test
    void a_listener_hears_what_it_asked_for_and_can_be_told() throws Exception {
        TestHost host =
                mcp.host("ada")
                        .with("MCP-Protocol-Version", "2026-07-28")
                        .with("Mcp-Method", "subscriptions/listen");
        try (TestStream stream = host.stream("POST", LISTEN)) {
            JsonNode first = stream.next().json();
            assertThat(first.path("method").asString())
                    .isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(first.path("params").path("notifications").toString())
                    .isEqualTo(
                            "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://notes\"]}");
            TestMcp.await("it watches", () -> !mcp.offer.listeners.isEmpty());
            mcp.offer.listeners.forEach(Listener::resourcesChanged);
            mcp.offer.listeners.forEach(Listener::promptsChanged);
            mcp.offer.listeners.forEach(listener -> listener.resourceUpdated("test://notes"));

            JsonNode second = stream.next().json();

            assertThat(second.path("method").asString())
                    .isEqualTo("notifications/resources/updated");
            assertThat(
                            second.path("params")
                                    .path("_meta")
                                    .path("io.modelcontextprotocol/subscriptionId")
                                    .asString())
                    .isEqualTo("l1");
        }
        TestMcp.await("nothing is left", () -> mcp.offer.listeners.isEmpty());
        assertThat(mcp.endpoint.listeners()).isZero();
    }

    @Test
    void a_listener_is_told_goodbye() {
        TestHost host =
                mcp.host("ada")
                        .with("MCP-Protocol-Version", "2026-07-28")
                        .with("Mcp-Method", "subscriptions/listen");
        try (TestStream stream = host.stream("POST", LISTEN)) {
            stream.next();
            mcp.endpoint.close();

            JsonNode last = stream.next().json();

            assertThat(last.path("id").asString()).isEqualTo("l1");
            assertThat(last.path("result").path("resultType").asString()).isEqualTo("complete");
            assertThat(stream.ended()).isTrue();
        }
    }
}
