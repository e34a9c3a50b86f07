/// Tenants: workspaces, the agents in them, and whose token is whose.
///
/// Decides who a caller is and what exists. Knows the store; knows nothing of HTTP.
@NullMarked
package dev.waybill.server.workspace;

import org.jspecify.annotations.NullMarked;
