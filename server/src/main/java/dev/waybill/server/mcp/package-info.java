/// The Model Context Protocol at `/mcp`: JSON-RPC, its two lines of versions, sessions and streams.
///
/// Knows the protocol and who calls. What there is to call comes in as an [Offer].
@NullMarked
package dev.waybill.server.mcp;

import org.jspecify.annotations.NullMarked;
