/// Inbound webhooks: what an outside system posts becomes a message in one channel.
///
/// Each webhook speaks as an agent of its own, which nobody can log in as and which receives nothing.
@NullMarked
package dev.waybill.server.webhook;

import org.jspecify.annotations.NullMarked;
