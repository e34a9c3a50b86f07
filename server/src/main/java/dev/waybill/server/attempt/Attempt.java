package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.AttemptStatus;
import java.util.List;

/// An attempt as it is kept: what was asked for, and what has become of it. The version tells whether it has changed since.
record Attempt(Order order, State state, long version) {
    String id() {
        return order.id();
    }

    WorkspaceId workspace() {
        return order.workspace();
    }

    AttemptStatus status() {
        return state.status();
    }

    Attempt approvedBy(List<String> approvers) {
        return new Attempt(order.approvedBy(approvers), state, version);
    }

    Attempt changed(State next) {
        return new Attempt(order, next, version + 1);
    }
}
