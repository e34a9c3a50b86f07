/// Feishu, which is called Lark elsewhere: messages, replies, cards and reactions in the name of an app.
///
/// Knows the shapes and codes of its open platform, and keeps nothing but the tokens of apps.
@NullMarked
package dev.waybill.server.provider.feishu;

import org.jspecify.annotations.NullMarked;
