/// Telegram: messages, replies and reactions of a bot.
///
/// Knows the shapes of the bot API as far as it sends, and keeps nothing.
@NullMarked
package dev.waybill.server.provider.telegram;

import org.jspecify.annotations.NullMarked;
