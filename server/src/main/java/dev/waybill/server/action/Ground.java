package dev.waybill.server.action;

import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.store.Database;
import java.time.InstantSource;

/// What actions stand on: the store, ids and the time.
public record Ground(Database database, Snowflakes ids, InstantSource clock) {
    ActionId actionId() {
        return new ActionId("act_" + ids.next());
    }

    InvocationId invocationId() {
        return new InvocationId("inv_" + ids.next());
    }
}
