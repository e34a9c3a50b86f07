package dev.waybill.clients;

import org.junit.jupiter.api.Test;

/// The packages built on `@relaycast/sdk`: the Agent Relay SDK, its command line, its MCP server and its broker.
class AgentRelayIT {
    @Test
    void the_node_provider_client_registers_and_answers_actions() throws Exception {
        NodeClients.run("node-provider.mjs");
    }

    @Test
    void the_sdk_sends_listens_and_serves_actions() throws Exception {
        NodeClients.run("agent-relay-sdk.mjs");
    }

    @Test
    void the_sdk_registers_actions_that_keep_their_schemas_callers_and_results() throws Exception {
        NodeClients.run("agent-relay-actions.mjs");
    }

    @Test
    void the_delivery_runner_gets_everything_in_order() throws Exception {
        NodeClients.run("delivery-runner.mjs");
    }

    @Test
    void the_command_line_works() throws Exception {
        NodeClients.run("command-line.mjs");
    }

    @Test
    void the_mcp_server_works() throws Exception {
        NodeClients.run("mcp.mjs");
    }

    @Test
    void the_broker_survives_its_own_restart_and_the_servers() throws Exception {
        NodeClients.assumeInstalled(
                "@agent-relay/broker-linux-x64/bin/agent-relay-broker",
                "skipped: the pinned broker is a program for Linux on x64");

        NodeClients.run("broker.mjs");
    }

    @Test
    void every_answer_parses_under_the_schemas() throws Exception {
        NodeClients.run("answers.mjs");
    }

    @Test
    void every_frame_parses_under_the_strict_schemas() throws Exception {
        NodeClients.run("schemas.mjs");
    }
}
