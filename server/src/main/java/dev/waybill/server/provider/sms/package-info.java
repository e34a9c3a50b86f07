/// Text messages to phones, through Twilio or whoever speaks like it.
///
/// Knows the shapes and codes of its messages resource, and keeps nothing.
@NullMarked
package dev.waybill.server.provider.sms;

import org.jspecify.annotations.NullMarked;
