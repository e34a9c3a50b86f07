/// `waybill mcp`: an MCP server for hosts that talk through pipes, which carries what they say to a Waybill server.
///
/// Knows HTTP and how messages are framed. What the messages mean is up to the host and the server, except for what has to
/// be known to begin a session again.
@NullMarked
package dev.waybill.cli.mcp;

import org.jspecify.annotations.NullMarked;
