/// Those who follow the ledger of a workspace from a place they have kept: one thread each, so that none waits for another.
///
/// Reads the ledger and what its rows are about; what is done with it is up to each [dev.waybill.server.follow.Follower].
@NullMarked
package dev.waybill.server.follow;

import org.jspecify.annotations.NullMarked;
