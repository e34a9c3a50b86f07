/// The node channel: the socket at `/v1/node/ws` through which agents get their deliveries (`relay-wire` §3).
///
/// Knows frames and who is connected here. What is delivered, and where agents belong, is decided below.
@NullMarked
package dev.waybill.server.node;

import org.jspecify.annotations.NullMarked;
