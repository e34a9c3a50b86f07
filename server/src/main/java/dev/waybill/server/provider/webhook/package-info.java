/// Providers that an operator declares in a file: their surfaces, operations and schemas, and one address that is asked to do
/// what they mean.
///
/// Knows how declarations are written and how requests are signed. What an operation means is known to whoever answers.
@NullMarked
package dev.waybill.server.provider.webhook;

import org.jspecify.annotations.NullMarked;
