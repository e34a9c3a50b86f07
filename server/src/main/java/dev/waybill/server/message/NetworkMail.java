package dev.waybill.server.message;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Handling;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Puts what came from the agent network into an agent's mailbox. The words are the wrapper's, never a peer's own.
public final class NetworkMail {
    private final OwnRooms rooms;

    public NetworkMail(Snowflakes ids, Json json, Deliveries deliveries) {
        this.rooms = new OwnRooms(ids, json, deliveries, ChannelKind.NETWORK);
    }

    /// What a session gets to read, what a program may act on, and when it is over.
    public record Words(String wrapped, ObjectNode data, @Nullable Instant until) {
        private OwnRooms.Item item() {
            DeliveryTerms terms =
                    until == null
                            ? DeliveryTerms.USUAL
                            : new DeliveryTerms(null, null, null, until, null, null);
            return new OwnRooms.Item(wrapped, data, new Handling(terms, null));
        }
    }

    /// Several, in their order. The author is the recipient itself, as nobody of the workspace has said it.
    public List<MessageId> post(Tx tx, WorkspaceId workspace, AgentId to, List<Words> all) {
        OwnRooms.Way way = new OwnRooms.Way(workspace, to, "network", to);
        return rooms.post(tx, way, all.stream().map(Words::item).toList());
    }
}
