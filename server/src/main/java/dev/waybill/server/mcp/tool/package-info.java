/// What an MCP host gets of the relay: tools, resources and a prompt.
///
/// A tool calls a route of the API or an action, and adds nothing to what those allow. Knows nothing of JSON-RPC, sessions
/// or streams: those are in `mcp`.
@NullMarked
package dev.waybill.server.mcp.tool;

import org.jspecify.annotations.NullMarked;
