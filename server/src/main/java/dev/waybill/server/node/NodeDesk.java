package dev.waybill.server.node;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.fleet.DirectNode;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.message.Messages;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Presence;
import java.time.InstantSource;

/// What the node channel works with.
public record NodeDesk(
        Database database,
        Json json,
        InstantSource clock,
        Connections connections,
        Attachments attachments,
        Nodes nodes,
        Hosting hosting,
        Presence presence,
        ActionSet actions,
        Messages messages,
        DeliveryBook book) {
    /// Whether the agent belongs where this connection leads to: others may have moved it meanwhile.
    boolean leadsTo(Connection connection, AgentId agent) {
        Connection.Presented said = connection.presented();
        return hosting.location(agent)
                .map(
                        host ->
                                host.node().equals(connection.node())
                                        && said != null
                                        && host.provider().equals(said.provider()))
                .orElseGet(() -> DirectNode.of(connection.node()).isPresent());
    }

    /// Starts the line if the agent still belongs there once it is attached; whoever moves it later sees the line.
    void start(Connection connection, Line line) {
        AgentId agent = line.agent().id();
        if (leadsTo(connection, agent)) {
            connection.start(line);
        } else {
            connection.detach(agent);
        }
    }
}
