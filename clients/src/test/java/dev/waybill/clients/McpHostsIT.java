package dev.waybill.clients;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The official MCP clients as hosts of the relay: over HTTP, and through `waybill mcp`.
class McpHostsIT {
    @ParameterizedTest
    @CsvSource({
        "sdk, http",
        "sdk, stdio",
        "client, http",
        "client-2026, http",
        "client-2026, stdio"
    })
    void a_host_uses_the_relay(String client, String transport) throws Exception {
        NodeClients.run("mcp-hosts.mjs", client, transport);
    }

    @Test
    void the_inspector_lists_and_calls_tools() throws Exception {
        NodeClients.run("mcp-inspector.mjs");
    }
}
