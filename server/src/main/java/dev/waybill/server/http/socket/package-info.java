/// WebSockets, without a word about what is said on them: opening, frames in order, bounded sending, liveness.
///
/// Jetty stays behind [dev.waybill.server.http.socket.Socket] and [dev.waybill.server.http.socket.SocketHandler].
@NullMarked
package dev.waybill.server.http.socket;

import org.jspecify.annotations.NullMarked;
