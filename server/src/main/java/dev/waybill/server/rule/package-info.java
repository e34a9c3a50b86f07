/// Rules: somebody is told because something happened, with nobody running who would have to watch for it.
///
/// Follows the ledger like triggers do, and speaks through the one door for messages. Which actions an agent may see is
/// known to whoever hands in the [dev.waybill.server.rule.Visible].
@NullMarked
package dev.waybill.server.rule;

import org.jspecify.annotations.NullMarked;
