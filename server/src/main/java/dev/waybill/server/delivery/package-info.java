/// Delivery to agents: one numbered row per message and recipient.
///
/// Knows agents, rows and sequence numbers. Knows nothing of sockets, HTTP or NATS.
@NullMarked
package dev.waybill.server.delivery;

import org.jspecify.annotations.NullMarked;
