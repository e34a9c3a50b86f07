/// Actions that agents and nodes offer, and their invocations from the call to the result.
///
/// Knows who handles what. Reaches handlers through [dev.waybill.server.action.Handlers] and knows no socket.
@NullMarked
package dev.waybill.server.action;

import org.jspecify.annotations.NullMarked;
