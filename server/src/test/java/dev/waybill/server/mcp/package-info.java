@NullMarked
package dev.waybill.server.mcp;

import org.jspecify.annotations.NullMarked;
