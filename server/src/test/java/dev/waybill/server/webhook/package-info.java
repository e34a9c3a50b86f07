/// Inbound webhooks over HTTP.
@NullMarked
package dev.waybill.server.webhook;

import org.jspecify.annotations.NullMarked;
