/// Workspaces and agents as they appear in requests and answers (`relay-wire` §2.2).
@NullMarked
package dev.waybill.protocol.workspace;

import org.jspecify.annotations.NullMarked;
