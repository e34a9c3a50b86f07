/// Tests of what MCP hosts are offered.
@NullMarked
package dev.waybill.server.mcp.tool;

import org.jspecify.annotations.NullMarked;
