package dev.waybill.server.node;

import dev.waybill.server.delivery.Channel;

/// The way to the agents of one connection.
interface NodeLink extends Channel {
    /// The other side says of each delivery what became of it, and is told how to treat it.
    void settleByReceipt();
}
