/// The least that a client of HTTP and WebSocket can do, on one thread, so that it costs the machine little.
///
/// Knows connections and bytes; knows nothing of messages, servers or measuring.
@NullMarked
package dev.waybill.bench.wire;

import org.jspecify.annotations.NullMarked;
