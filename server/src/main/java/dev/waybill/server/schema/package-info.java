/// What callers may put into an action and get out of it, as JSON Schema.
///
/// Knows JSON and nothing of Waybill.
@NullMarked
package dev.waybill.server.schema;

import org.jspecify.annotations.NullMarked;
