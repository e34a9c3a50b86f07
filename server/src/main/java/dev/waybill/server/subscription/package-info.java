/// Subscriptions: events of a workspace, posted to addresses of its users.
///
/// Follows the ledger from a cursor that is kept with each subscription: at least once, in order, each at its own pace.
@NullMarked
package dev.waybill.server.subscription;

import org.jspecify.annotations.NullMarked;
