/// Discord: messages through the webhooks of its channels.
///
/// Knows the shapes of executing a webhook, and keeps nothing.
@NullMarked
package dev.waybill.server.provider.discord;

import org.jspecify.annotations.NullMarked;
