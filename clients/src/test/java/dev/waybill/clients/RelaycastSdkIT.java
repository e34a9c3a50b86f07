package dev.waybill.clients;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// `@relaycast/sdk`, in the newest major version and the one before.
@ParameterizedClass
@ValueSource(strings = {"@relaycast/sdk", "relaycast-sdk-5"})
record RelaycastSdkIT(String sdk) {
    @Test
    void workspaces_and_agents() throws Exception {
        NodeClients.run("relaycast-agents.mjs", sdk);
    }

    @Test
    void channels_messages_and_direct_messages() throws Exception {
        NodeClients.run("relaycast-messages.mjs", sdk);
    }

    @Test
    void deliveries_and_live_events() throws Exception {
        NodeClients.run("relaycast-deliveries.mjs", sdk);
    }

    @Test
    void actions_nodes_and_observers() throws Exception {
        NodeClients.run("relaycast-actions.mjs", sdk);
    }

    @Test
    void deliveries_that_are_posted() throws Exception {
        NodeClients.run("relaycast-push.mjs", sdk);
    }

    @Test
    void a_server_that_is_killed_loses_nothing() throws Exception {
        NodeClients.run("relaycast-crash.mjs", sdk);
    }
}
