/// Slack: messages in channels and threads by a bot, reactions, and incoming webhooks.
///
/// Knows the shapes and errors of its web API, and keeps nothing.
@NullMarked
package dev.waybill.server.provider.slack;

import org.jspecify.annotations.NullMarked;
