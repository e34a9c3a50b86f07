/// Nodes, and which of them hosts which agent. An agent has one location at a time.
///
/// Knows rows and rules; who is connected right now is the business of the edge.
@NullMarked
package dev.waybill.server.fleet;

import org.jspecify.annotations.NullMarked;
