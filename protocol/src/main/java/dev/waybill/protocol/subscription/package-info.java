/// Subscriptions: which events are posted where.
@NullMarked
package dev.waybill.protocol.subscription;

import org.jspecify.annotations.NullMarked;
