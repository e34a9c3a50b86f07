/// Inbound webhooks: addresses that outside systems post to.
@NullMarked
package dev.waybill.protocol.webhook;

import org.jspecify.annotations.NullMarked;
