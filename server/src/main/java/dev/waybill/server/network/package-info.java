/// The network of peers that others run: who takes part for an agent here, what they say, and what reaches them.
///
/// Trusts no peer: what one says is checked, recorded and wrapped before an agent meets it. Knows subjects and bytes only
/// through the transport, and no route and no socket.
@NullMarked
package dev.waybill.server.network;

import org.jspecify.annotations.NullMarked;
