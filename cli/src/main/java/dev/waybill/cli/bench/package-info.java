/// `waybill bench`: how fast a server takes and delivers messages, for the person who runs it.
///
/// Uses the same routes and frames as everybody, in a workspace of its own where it may make one. Comparing Waybill with
/// other systems is not done here.
@NullMarked
package dev.waybill.cli.bench;

import org.jspecify.annotations.NullMarked;
