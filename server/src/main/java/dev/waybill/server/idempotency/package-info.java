/// Requests that may come twice and must happen once.
///
/// Knows the store and nothing of what is done once.
@NullMarked
package dev.waybill.server.idempotency;

import org.jspecify.annotations.NullMarked;
