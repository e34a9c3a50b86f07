package dev.waybill.server.workspace;

import dev.waybill.protocol.delivery.FlushRequest;
import dev.waybill.protocol.delivery.Flushed;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.delivery.Holds;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import org.jspecify.annotations.Nullable;

/// Lets deliveries go that are held back, for those who may ask for it: an agent for itself, the owner for any.
public final class Flushing {
    private static final String OWN =
            """
            select a.workspace_id from delivery d join agent a on a.id = d.agent_id
            where d.agent_id = ? and d.message_id = ? and d.attempt = ? and a.deleted_at is null
            """;

    private final Database database;
    private final Holds holds;
    private final AgentTable agents = new AgentTable(new Json(JsonLimits.STORED));

    public Flushing(Database database, Holds holds) {
        this.database = database;
        this.holds = holds;
    }

    public Flushed flush(Caller caller, FlushRequest wanted) {
        String delivery = wanted.deliveryId();
        return database.write(
                tx ->
                        new Flushed(
                                delivery == null
                                        ? holds.flush(tx, agent(tx, caller, wanted.agent()))
                                        : holds.flush(tx, delivery(tx, caller, delivery))));
    }

    private AgentId agent(Tx tx, Caller caller, @Nullable String name) {
        if (caller instanceof Caller.Agent self) {
            if (name != null && !name.equals(self.name())) {
                throw new Refusal(
                        Reason.FORBIDDEN,
                        "An agent may flush its own deliveries only, not those of \""
                                + name
                                + "\"");
            }
            return self.agent();
        }
        if (name == null) {
            throw new Refusal(Reason.INVALID_REQUEST, "agent or delivery_id is missing");
        }
        return agents.require(tx, caller.workspace(), name).id();
    }

    private static DeliveryIds delivery(Tx tx, Caller caller, String id) {
        return DeliveryIds.parse(id)
                .filter(
                        wanted ->
                                !(caller instanceof Caller.Agent self)
                                        || self.agent().equals(wanted.agent()))
                .filter(wanted -> isIn(tx, caller.workspace(), wanted))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.DELIVERY_NOT_FOUND,
                                        "Delivery \"" + id + "\" not found"));
    }

    private static boolean isIn(Tx tx, WorkspaceId workspace, DeliveryIds delivery) {
        return tx.first(
                        OWN,
                        row -> row.number(1) == workspace.value(),
                        delivery.agent(),
                        delivery.message(),
                        delivery.attempt())
                .orElse(false);
    }
}
