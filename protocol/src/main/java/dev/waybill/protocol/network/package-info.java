/// The agent network: what an envelope between peers is, and the names in it.
///
/// One model for both profiles of the wire. Everything here came from peers nobody trusts or goes to them; a value that
/// exists is well-formed, and nothing more is known about it. Knows nothing of transports, sessions or storage.
@NullMarked
package dev.waybill.protocol.network;

import org.jspecify.annotations.NullMarked;
