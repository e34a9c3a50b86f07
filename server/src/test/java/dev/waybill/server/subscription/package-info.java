/// Subscriptions, from the ledger to a receiver.
@NullMarked
package dev.waybill.server.subscription;

import org.jspecify.annotations.NullMarked;
