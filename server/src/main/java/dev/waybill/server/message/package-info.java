/// Messages: what is said in a channel, who receives it, what is on record.
///
/// Decides recipients through [dev.waybill.server.delivery.Deliveries]; knows nothing of HTTP or sockets.
@NullMarked
package dev.waybill.server.message;

import org.jspecify.annotations.NullMarked;
