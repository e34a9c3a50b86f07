/// Triggers: actions that are invoked because something was said.
///
/// Follows the ledger like a subscription does; what an action is, is known to whoever hands in the [dev.waybill.server.trigger.Invoking].
@NullMarked
package dev.waybill.server.trigger;

import org.jspecify.annotations.NullMarked;
