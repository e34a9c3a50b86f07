package dev.waybill.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The client of the official Java SDK, which knows nothing of our code.
class McpJavaSdkIT {
    private final BlockingQueue<Object> logged = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> changed = new LinkedBlockingQueue<>();

    @Test
    void it_lists_calls_reads_and_is_told_of_changes() throws Exception {
        try (SuiteServer server = SuiteServer.start();
                McpSyncClient client = client(server)) {
            McpSchema.InitializeResult hello = client.initialize();

            assertThat(hello.protocolVersion()).isEqualTo("2025-11-25");
            assertThat(client.listTools().tools())
                    .extracting(McpSchema.Tool::name)
                    .contains("test_simple_text");
            assertThat(call(client, "test_simple_text").content().toString())
                    .contains("simple text response");
            assertThat(call(client, "test_error_handling").isError()).isTrue();
            assertThat(
                            client.readResource(
                                            McpSchema.ReadResourceRequest.builder(
                                                            "test://static-text")
                                                    .build())
                                    .contents())
                    .hasSize(1);
            assertThat(client.listPrompts().prompts()).isNotEmpty();

            call(client, "test_tool_with_logging");
            assertThat(logged.poll(10, TimeUnit.SECONDS))
                    .isInstanceOf(McpSchema.LoggingMessageNotification.class);
            call(client, "test_trigger_tool_change");
            assertThat(changed.poll(10, TimeUnit.SECONDS)).isInstanceOf(List.class);
        }
    }

    private McpSyncClient client(SuiteServer server) {
        URI uri = server.mcp();
        return McpClient.sync(
                        HttpClientStreamableHttpTransport.builder(uri.resolve("/").toString())
                                .endpoint("/mcp")
                                .addHttpRequestCustomizer(
                                        (request, _, _, _, _) ->
                                                request.header(
                                                        "Authorization",
                                                        "Bearer " + server.token()))
                                .build())
                .loggingConsumer(logged::add)
                .toolsChangeConsumer(changed::add)
                .build();
    }

    private static McpSchema.CallToolResult call(McpSyncClient client, String tool) {
        return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(Map.of()).build());
    }
}
