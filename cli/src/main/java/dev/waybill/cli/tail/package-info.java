/// Follows what happens in a workspace: from its log up to now, then live, and again after every break.
///
/// Every event is handed on once and in order, whatever the connection does.
@NullMarked
package dev.waybill.cli.tail;

import org.jspecify.annotations.NullMarked;
