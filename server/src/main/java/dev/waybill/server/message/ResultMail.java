package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Handling;
import dev.waybill.server.store.Tx;
import tools.jackson.databind.node.ObjectNode;

/// Puts what became of an agent's calls into its mailbox; observers hear of results by the events of the actions.
public final class ResultMail {
    private final OwnRooms rooms;

    public ResultMail(Snowflakes ids, Json json, Deliveries deliveries) {
        this.rooms = new OwnRooms(ids, json, deliveries, ChannelKind.RESULTS);
    }

    /// Who made the result, and who asked for it.
    public record Way(WorkspaceId workspace, AgentId author, String authorName, AgentId to) {}

    /// The data has a `type`, which its recipient is told it as, and the words say the same to people.
    public void post(Tx tx, Way way, String words, ObjectNode data) {
        OwnRooms.Way own =
                new OwnRooms.Way(way.workspace(), way.author(), way.authorName(), way.to());
        rooms.post(tx, own, words, data, Handling.USUAL);
    }
}
