package dev.waybill.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A host that says what a test tells it to, with the headers a good host would send.
final class TestHost {
    static final String META =
            """
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}""";

    private final TestMcp mcp;
    private final Map<String, String> headers = new LinkedHashMap<>();

    TestHost(TestMcp mcp, String token) {
        this.mcp = mcp;
        headers.put("Authorization", "Bearer " + token);
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
    }

    TestHost with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    TestHost without(String header) {
        headers.remove(header);
        return this;
    }

    String session() {
        return headers.getOrDefault("Mcp-Session-Id", "");
    }

    /// Begins a session, which the next requests belong to.
    TestHost initialize() {
        return initialize("2025-11-25", "{\"sampling\":{},\"elicitation\":{}}");
    }

    TestHost initialize(String version, String capabilities) {
        HttpResponse<String> response =
                post(
                        """
                        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",\
                        "capabilities":%s,"clientInfo":{"name":"test","version":"1"}}}"""
                                .formatted(version, capabilities));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return with(
                "Mcp-Session-Id", response.headers().firstValue("Mcp-Session-Id").orElseThrow());
    }

    HttpResponse<String> request(String method, String params) {
        return post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
                        .formatted(method, params));
    }

    /// A request of the stateless line; the parameters without their braces.
    HttpResponse<String> stateless(String method, String params) {
        with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
        return request(method, "{" + META + (params.isEmpty() ? "" : "," + params) + "}");
    }

    HttpResponse<String> post(String body) {
        return send("POST", body);
    }

    HttpResponse<String> send(String method, String body) {
        try {
            return mcp.client.send(build(method, body), HttpResponse.BodyHandlers.ofString(UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Opens the stream of what changes.
    TestStream listen() {
        return stream("GET", "");
    }

    TestStream stream(String method, String body) {
        try {
            HttpResponse<InputStream> response =
                    mcp.client.send(build(method, body), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
            return new TestStream(response.body());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        return TestMcp.JSON.tree(response.body());
    }

    static int code(HttpResponse<String> response) {
        return json(response).path("error").path("code").asInt();
    }

    private HttpRequest build(String method, String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(mcp.uri()).timeout(Duration.ofSeconds(20));
        headers.forEach(request::header);
        return request.method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
