package dev.waybill.server.node;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.delivery.Attachments;
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
        Messages messages) {}
